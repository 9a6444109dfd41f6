/** The part of a load's `detail` that programs read too: on which other host the page ended. Pure. */

/** Host and port, as the first part of a detail. */
const LEADS_TO = /^leads to ([^\s;]+)(?:;|$)/;

export const leadsTo = (host: string): string => `leads to ${host}`;

/** The host to which the page led; null if it stayed on its own, or if the detail doesn't say. */
export const hostLedTo = (detail: string | undefined): string | null => LEADS_TO.exec(detail ?? '')?.[1] ?? null;
