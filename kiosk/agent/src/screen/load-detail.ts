import { leadsTo } from '@sign-display/contracts/redirect-host-detail';

/** The detail of a page's load, in the words that a claim, the history and the screen of every kind of sign share. Pure. */

/** More names would not help the person who reads them. */
const NAMED_MOST = 3;

/** Names the resources that did not answer, each as host and path; empty if all did. */
export function whatIsMissing(resources: readonly string[]): string {
  if (resources.length === 0) return '';
  const more = resources.length - NAMED_MOST;
  return `${resources.slice(0, NAMED_MOST).join(', ')}${more > 0 ? ` and ${more} more` : ''} did not answer`;
}

/** The host `ended` where a load of a page on the host `asked` is, if it is another one; else null. */
export const otherHost = (asked: string | undefined, ended: string | undefined): string | null =>
  ended === undefined || ended === asked ? null : ended;

/** "leads to HOST" if a load of a page on the host `asked` ended on another host; else empty. */
export function whereItLeads(asked: string, ended: string | undefined): string {
  const host = otherHost(asked, ended);
  return host === null ? '' : leadsTo(host);
}

/** The parts that are not empty, as one line; undefined without any. */
export function inOneLine(...parts: readonly string[]): string | undefined {
  const said = parts.filter((part) => part !== '');
  return said.length === 0 ? undefined : said.join('; ');
}
