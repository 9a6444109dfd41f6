import { isZone } from '../times/convert-wall-time.ts';
import { bare, spaced } from '../ui/code-and-url-format.ts';
import type { ClaimingWords } from '../words/claiming-words-loader.ts';
import type { Asked, EventChoice, Found } from './claim-state.ts';

/** How codes, times and sizes are written on the phone. Pure. */

export const spacedOf = (asked: Pick<Asked, 'shortCode'> | null): string =>
  asked === null ? '' : spaced(asked.shortCode);

/** 0d9e…41c7 of a requestId. */
export const shortId = (id: string): string => `${id.slice(0, 4)}…${id.slice(-4)}`;

/** 9:52 */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** 10 min 39 s */
export function waitOf(ms: number, { claiming }: ClaimingWords): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds < 60) return claiming.seconds(`${seconds}`);
  return claiming.minutesAndSeconds(`${Math.floor(seconds / 60)}`, `${seconds % 60}`);
}

export const secondsLeft = (ms: number): string => `${Math.max(0, Math.ceil(ms / 1_000))}`;

/** 0.1 s; from ten seconds on without a fraction. */
export const took = (ms: number, { claiming, common }: ClaimingWords): string =>
  claiming.seconds(
    (ms / 1_000).toLocaleString(
      common.language,
      ms < 10_000 ? { minimumFractionDigits: 1, maximumFractionDigits: 1 } : { maximumFractionDigits: 0 },
    ),
  );

/** 45 min, 3 h */
export function about(ms: number, { claiming }: ClaimingWords): string {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  return minutes < 120 ? claiming.minutes(`${minutes}`) : claiming.hours(`${Math.round(minutes / 60)}`);
}

/** 18:57, or 18:57:10, in the event's zone; in the phone's where none is chosen. */
export function clockTime(
  wallMs: number,
  zone: Pick<EventChoice, 'timeZone'> | null,
  { common }: ClaimingWords,
  isExact = false,
): string {
  return new Intl.DateTimeFormat(common.language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(isExact && { second: '2-digit' }),
    ...(zone !== null && isZone(zone.timeZone) && { timeZone: zone.timeZone }),
  }).format(wallMs);
}

export const screenOf = ({ device }: Pick<Found, 'device'>): string =>
  `${device.screen.width} × ${device.screen.height}`;

export const screenAndTurn = (found: Pick<Found, 'device'>, { claiming }: ClaimingWords): string => {
  const { width, height } = found.device.screen;
  return `${screenOf(found)}, ${width < height ? claiming.found.portrait : claiming.found.landscape}`;
};

/** menu.lichterfest.example/bar */
export const pageOf = (url: string): string => bare(url).replace(/\/$/, '');

/** The host of an address; the address itself where it has none. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url);

/** …/bar: what tells addresses of one host apart. */
export function endOfPage(url: string): string {
  const page = pageOf(url);
  const slash = page.lastIndexOf('/');
  return slash < 0 ? page : `…${page.slice(slash)}`;
}
