import type { Clock } from '@sign-display/contracts/clock-and-random';

/**
 * What a page's text asks for while it loads, and what becomes of the page if some of that never answers (details 108).
 * A real sign leaves that to Chromium; this reads as much HTML as the pages of simulations and tests need.
 */

export interface Resource {
  url: URL;
  /** What waits for it besides the `load` event. */
  holdsUp: 'parsing' | 'painting' | null;
}

const ELEMENT = /<(script|img|iframe|link|audio|video|source|embed|input)\b([^>]{0,2000})>/gi;
const RESOURCES_MOST = 50;

const attributeOf = (name: string, attributes: string): string | null => {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(attributes);
  return found === null ? null : (found[1] ?? found[2] ?? found[3] ?? '');
};
const has = (name: string, attributes: string): boolean =>
  new RegExp(`(?:^|\\s)${name}(?:[\\s=/]|$)`, 'i').test(attributes);

/** Whether a reader would see something of this HTML. */
export const hasText = (html: string): boolean =>
  /\S/.test(html.replaceAll(/<(head|script|style|title)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->|<[^>]*>/gi, ''));

function holdsUp(element: string, attributes: string, before: string): Resource['holdsUp'] {
  const isDeferred = ['async', 'defer'].some((name) => has(name, attributes));
  const isModule = attributeOf('type', attributes)?.toLowerCase() === 'module';
  if (element === 'script') return isDeferred || isModule ? null : 'parsing';
  return element === 'link' && !hasText(before) ? 'painting' : null;
}

/** The resources for which the `load` event of this page waits. Pure. */
export function resourcesOf(html: string, page: URL): Resource[] {
  const found: Resource[] = [];
  for (const { 1: tag = '', 2: attributes = '', index } of html.matchAll(ELEMENT)) {
    const element = tag.toLowerCase();
    const isStyle = element === 'link' && /\bstylesheet\b/i.test(attributeOf('rel', attributes) ?? '');
    const isLazy = attributeOf('loading', attributes)?.toLowerCase() === 'lazy';
    const written = attributeOf(element === 'link' ? 'href' : 'src', attributes);
    if (written === null || isLazy || (element === 'link' && !isStyle)) continue;
    const url = URL.parse(written, page.href);
    if (url === null || !/^https?:$/.test(url.protocol)) continue;
    found.push({ url, holdsUp: holdsUp(element, attributes, html.slice(0, index)) });
  }
  return found.slice(0, RESOURCES_MOST);
}

/** Resolves with the resources that did not answer within `timeoutMs`. One that fails has answered. */
export async function whichHang(
  resources: readonly Resource[],
  request: (url: URL, signal: AbortSignal) => Promise<unknown>,
  clock: Pick<Clock, 'after'>,
  timeoutMs: number,
): Promise<Resource[]> {
  const late = new AbortController();
  const cancel = clock.after(Math.max(0, timeoutMs), () => late.abort());
  const hang = await Promise.all(
    resources.map(async (resource) => {
      await request(resource.url, late.signal).catch(() => {});
      return late.signal.aborted ? [resource] : [];
    }),
  );
  cancel();
  return hang.flat();
}

/** As a kiosk names it: without the query, which may hold a secret. */
export const nameOf = ({ url }: Resource): string => url.host + url.pathname;
