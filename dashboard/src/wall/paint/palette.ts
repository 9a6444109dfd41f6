import { severityOf, type Look } from '../sign-looks.ts';

/** The theme's colours, for a canvas: it knows no custom properties. */

const TOKENS = [
  'ground',
  'surface',
  'plate',
  'sunk',
  'line',
  'line-strong',
  'ink',
  'ink-2',
  'ink-3',
  'ink-faint',
  'alarm',
  'alarm-fill',
  'on-alarm',
  'caution',
  'caution-fill',
  'caution-wash',
  'note',
  'note-fill',
  'note-wash',
  'focus',
] as const;
export type Palette = Record<(typeof TOKENS)[number], string>;

/** As the page has them now: read it again when the theme changes. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(TOKENS.map((token) => [token, style.getPropertyValue(`--${token}`).trim()])) as Palette;
}

/** Of a page that isn't live: shapes say how it was, and no hue claims that it still is. Each of them can be told from the ground. */
export function hollowed(is: Palette): Palette {
  const [line, ground] = [is['ink-3'], is.ground];
  const fills = { 'alarm-fill': line, 'caution-fill': line, 'note-fill': line, 'on-alarm': ground };
  return { ...is, ...fills, alarm: line, caution: line, note: line, 'ink-faint': line };
}

/** How a plate is dressed: weight is severity. */
export interface Dress {
  background: string;
  text: string;
  facts: string;
  /** The fact that decides how it looks. */
  decides: string;
  mark: string;
  /** Of the heartbeats that were kept. */
  line: string;
  /** In the strip of heartbeats: what was missed, and when we were away ourselves. */
  missed: string;
  away: string;
  border: string | null;
  /** Inside of the border. */
  frame: string | null;
  isDashed: boolean;
  isBold: boolean;
}

/** `isOld`: the page isn't live. */
export function dressOf(look: Look, is: Palette, isOld: boolean): Dress {
  const flat: Dress = {
    background: is.plate,
    text: is['ink-2'],
    facts: is['ink-faint'],
    decides: is['ink-faint'],
    mark: is['ink-3'],
    line: is['ink-faint'],
    missed: is['ink-3'],
    away: is['note-fill'],
    border: null,
    frame: null,
    isDashed: false,
    isBold: false,
  };
  const hollow = { ...flat, background: is.ground, border: is['line-strong'] };
  if (isOld) return { ...hollow, text: is['ink-3'], isDashed: true };
  if (look === 'unlinked') return { ...hollow, text: is['ink-3'], isDashed: true };
  if (look === 'idle') return hollow;
  switch (severityOf(look)) {
    case 'alarm': {
      const on = is['on-alarm'];
      return {
        ...flat,
        background: is['alarm-fill'],
        text: on,
        facts: on,
        decides: on,
        mark: on,
        line: on,
        missed: on,
        isBold: true,
      };
    }
    case 'caution': {
      const { caution } = is;
      const frame = is['caution-fill'];
      return {
        ...flat,
        background: is['caution-wash'],
        text: is.ink,
        facts: is.ink,
        decides: caution,
        mark: caution,
        missed: caution,
        border: caution,
        frame,
        isBold: true,
      };
    }
    case 'note':
      return { ...hollow, border: is.note, facts: is['ink-2'], decides: is['ink-2'], mark: is.note };
    default:
      return flat;
  }
}
