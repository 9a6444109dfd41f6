import type { HostList } from '@sign-display/contracts/rest/organizations';

/** The hosts that an organization allows, as its settings list them. Pure; the service alone decides about a page. */

type HostUse = HostList['items'][number];

/** Whether a rule is about this host: the host itself, `*.` its subdomains, `*` every public one. */
export function covers(rule: string, host: string): boolean {
  if (rule === '*') return true;
  const [wanted, given] = [rule.toLowerCase(), host.toLowerCase()];
  return wanted.startsWith('*.') ? given.endsWith(wanted.slice(1)) : given === wanted;
}

/** How many hosts and signs use a rule. */
export function useOf(rule: string, uses: readonly HostUse[]): { hosts: number; signs: number } {
  const covered = uses.filter(({ host }) => covers(rule, host));
  return { hosts: covered.length, signs: covered.reduce((sum, { signs }) => sum + signs, 0) };
}

/** The hosts in use that are allowed now and would not be with `rules`. An empty list allows every public host. */
export const lostWith = (rules: readonly string[], uses: readonly HostUse[]): HostUse[] =>
  rules.length === 0 ? [] : uses.filter(({ host, allowed }) => allowed && !rules.some((rule) => covers(rule, host)));

/** What the service takes as a host. Chromium's parser also gives `a%20b` for a host with a space. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)$/i;

/** The host of what was typed: a host, a rule, or a whole URL. Null: it has none. An international name is given in its ASCII form. */
export function ruleFrom(typed: string): string | null {
  const text = typed.trim();
  if (text === '*') return text;
  const isWild = text.startsWith('*.');
  const bare = isWild ? text.slice(2) : text;
  try {
    const { hostname, username } = new URL(/^[a-z]+:\/\//i.test(bare) ? bare : `http://${bare}`);
    if (username !== '' || !HOST.test(hostname)) return null;
    return isWild ? `*.${hostname}` : hostname;
  } catch {
    return null;
  }
}

/** The host of a page; null where that is no URL. */
export function hostOfUrl(url: string): string | null {
  try {
    return new URL(url).hostname || null;
  } catch {
    return null;
  }
}
