import { pino, type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { LOG_SAFETY } from '../logging/log-secrets.ts';

/** Where the process writes its log: its standard output. */
interface LogTarget extends DestinationStream {
  /** Whether a person reads it, at a terminal. */
  isTTY?: boolean;
}

/**
 * The log of the process: a readable line an entry where a person reads it at a terminal, JSON anywhere else (promise R5). Colours are left
 * out where `NO_COLOR` says so (no-color.org), which the caller reads.
 */
export function createProcessLog(
  level: LevelWithSilent,
  target: LogTarget,
  { colorize = true }: { colorize?: boolean } = {},
): Logger {
  const options = { level, base: null, ...LOG_SAFETY };
  if (!target.isTTY) return pino(options, target);
  const toLine = prettyFactory({ colorize, singleLine: true, translateTime: 'SYS:HH:MM:ss' });
  // Written at once: what is printed on standard error beside it stands in its place.
  return pino(options, { write: (entry) => target.write(toLine(entry) ?? '') });
}
