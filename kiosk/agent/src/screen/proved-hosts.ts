import { save, type Step } from '../state/step-helpers.ts';

/**
 * On which host the proved load of each page ended (promise K4). A page that leads to another host afterwards, such as
 * the login page of a hotspot, is not put on screen. The operator sees where a page leads when the sign is claimed; to
 * accept another host later, they assign its URL.
 *
 * A check runs no page, so it does not follow a script or a refresh. It may end where the server's redirects ended in
 * the proof of the page on screen. That host is not stored: a page is proved before it is checked.
 */

/** Null if the page leads where it always did; else why it can't be shown. `host` is absent if the shell can't tell. */
export function leadsElsewhere({ state }: Step, url: string, host: string | undefined): string | null {
  const known = state.stored.hosts.find((one) => one.url === url);
  if (known === undefined || host === undefined || host === known.host) return null;
  return `The page leads to ${host}`;
}

/** The same for a check of the page on screen. */
export function checkLeadsElsewhere(step: Step, host: string | undefined): string | null {
  const { screen } = step.state;
  if (screen.kind !== 'page' || host === screen.redirectHost) return null;
  return leadsElsewhere(step, screen.url, host);
}

/** The page is on screen, from this host. */
export function rememberHost(step: Step, url: string, host: string | undefined): void {
  const { stored, limits } = step.state;
  if (host === undefined || stored.hosts.some((one) => one.url === url && one.host === host)) return;
  const others = stored.hosts.filter((one) => one.url !== url);
  save(step, { hosts: [...others, { url, host }].slice(-limits.hostsKept) });
}
