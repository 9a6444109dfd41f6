import { isZone, offsetMsAt } from './convert-wall-time.ts';

/** How times are said: in the zone of the event that they belong to, and in the viewer's own where that differs. */

const SHAPES = {
  /** 19:42 */
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** 19:42:31 */
  seconds: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  /** 14 Nov 2026 */
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  /** Sat, 14 Nov, 19:42 */
  dayTime: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** Sat 14 Nov, 19:42:31 */
  daySeconds: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  },
  /** 14 Nov 2026, 19:42 */
  dateTime: {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type TimeShape = keyof typeof SHAPES;

/** Of a time of day the shape that says its day, too. */
const WITH_DAY: Partial<Record<TimeShape, TimeShape>> = { time: 'dayTime', seconds: 'daySeconds' };

/** English of Europe: a day before its month, and zones by their names (CET), which American English writes as GMT+1. */
const LOCALES: Record<string, string> = { en: 'en-GB', de: 'de-DE' };

export interface Times {
  /** The viewer's own zone. */
  viewerZone: string;
  /** `timeZone` undefined, or one that this browser doesn't know: the viewer's. */
  said(atMs: number, shape: TimeShape, timeZone?: string): string;
  /** How the zone is called at this instant: CET, GMT+5:30. */
  zoneName(atMs: number, timeZone?: string): string;
  /** The same instant on the viewer's clock, with their zone: `18:42:31 GMT`; undefined where both clocks show the same. */
  forViewer(atMs: number, shape: TimeShape, timeZone: string): string | undefined;
}

const QUARTER_MS = 15 * 60_000;
const KEPT_MOST = 500;

/** For one reader. It keeps the formats, which cost more to make than to use. */
export function createTimes(language: string, viewerZone: string): Times {
  const locale = LOCALES[language] ?? language;
  const formats = new Map<string, Intl.DateTimeFormat>();
  function formatOf(shape: TimeShape | 'zone', timeZone: string): Intl.DateTimeFormat {
    const key = `${shape} ${timeZone}`;
    const known = formats.get(key);
    if (known) return known;
    const options = shape === 'zone' ? ({ timeZoneName: 'short' } as const) : SHAPES[shape];
    const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: isZone(timeZone) ? timeZone : viewerZone });
    formats.set(key, made);
    return made;
  }
  /** Asked each second by who shows a clock, and mostly with the same answer: offsets change at a quarter of an hour. */
  const same = new Map<string, boolean>();
  function isSameClock(atMs: number, timeZone: string): boolean {
    const key = `${timeZone} ${Math.floor(atMs / QUARTER_MS)}`;
    let is = same.get(key);
    if (is === undefined) {
      if (same.size > KEPT_MOST) same.clear();
      is = !isZone(timeZone) || offsetMsAt(atMs, timeZone) === offsetMsAt(atMs, viewerZone);
      same.set(key, is);
    }
    return is;
  }
  const said = (atMs: number, shape: TimeShape, timeZone = viewerZone) => formatOf(shape, timeZone).format(atMs);
  const zoneName = (atMs: number, timeZone = viewerZone) =>
    formatOf('zone', timeZone)
      .formatToParts(atMs)
      .find(({ type }) => type === 'timeZoneName')!.value;
  return {
    viewerZone,
    said,
    zoneName,
    forViewer(atMs, shape, timeZone) {
      if (isSameClock(atMs, timeZone)) return undefined;
      // Another day there is part of the answer.
      const isOtherDay = said(atMs, 'date') !== said(atMs, 'date', timeZone);
      const withDay = isOtherDay ? (WITH_DAY[shape] ?? shape) : shape;
      return `${said(atMs, withDay)} ${zoneName(atMs)}`;
    },
  };
}
