import type { LogLine } from '@sign-display/contracts/rest/telemetry';

/** Lines of a sign's log, as they are known and looked for. Pure. */

/** A page that follows a sign for a night has so many at once, the newest. */
export const LINES_MOST = 2_000;

/** Both together, newest first, each once, and as it was known: a list keeps the rows of the same objects. Of more than `most` the newest. */
export function mergeLogLines(known: readonly LogLine[], more: readonly LogLine[], most = LINES_MOST): LogLine[] {
  const lines = new Map([...more, ...known].map((line) => [line.id, line]));
  return Array.from(lines.values())
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at) || (one.id < other.id ? 1 : -1))
    .slice(0, most);
}

/** Those of the level (null: all) that have the text somewhere, whatever the case. */
export function searchLogLines(lines: readonly LogLine[], text: string, level: string | null): LogLine[] {
  const wanted = text.trim().toLowerCase();
  return lines.filter(
    (line) => (level === null || line.level === level) && line.message.toLowerCase().includes(wanted),
  );
}
