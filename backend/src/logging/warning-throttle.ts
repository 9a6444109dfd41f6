import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Logger } from './logger-type.ts';

/** Whoever is sending what is refused does so again and again; one address wrote 247 kB of log in half a second. */
const WINDOW_MS = 60_000;
const TOLD_AT_ONCE = 10;

/**
 * The logger, but for warnings that repeat: of one message ten are told in a minute, and the others counted and told as one line at its end
 * (`repeated`: how many, the last one's fields beside it).
 */
export function countRepeatedWarnings(log: Logger, clock: Clock): Logger {
  const windows = new Map<string, { told: number; repeated: number; last: object }>();

  function end(message: string): void {
    const { repeated, last } = windows.get(message)!;
    windows.delete(message);
    if (repeated > 0) log.warn({ ...last, repeated }, message);
  }

  return {
    debug: log.debug.bind(log),
    info: log.info.bind(log),
    error: log.error.bind(log),
    warn(fields: object, message: string) {
      const window = windows.get(message);
      if (!window) {
        windows.set(message, { told: 1, repeated: 0, last: fields });
        clock.after(WINDOW_MS, () => end(message));
      } else if (window.told < TOLD_AT_ONCE) window.told += 1;
      else {
        window.repeated += 1;
        window.last = fields;
        return;
      }
      log.warn(fields, message);
    },
  } as Logger;
}
