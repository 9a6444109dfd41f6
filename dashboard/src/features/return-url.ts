import { findPage, PAGES } from '@sign-display/contracts/page-paths';

/** Stands for this service, whatever its address is: only what a link adds to it matters. */
const HERE = 'https://here.invalid';

/**
 * Where a person goes on to who has signed in: the address that they came for, where it is one of our pages; else home. An address of another place
 * would let anybody's link send people there from our page.
 */
export function afterSignIn(next: string | undefined): string {
  // Read as a browser reads it, which takes `//` and `/\` for another host.
  const url = next?.startsWith('/') ? URL.parse(next, HERE) : null;
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return PAGES.home;
  const page = findPage(url.pathname);
  return page && page.name !== 'signIn' ? url.pathname + url.search + url.hash : PAGES.home;
}
