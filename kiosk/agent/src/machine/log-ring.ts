import type { AgentLimits } from '../limits.ts';
import type { LogLine, Shell } from '../ports.ts';
import type { LogLines } from '../state/state.ts';
import { asText } from '../state/step-helpers.ts';

type Level = Parameters<Shell['log']>[0];

/** The last log lines of this start, and of those before it. */
export interface LogRing {
  /** The line that was added; null where its level is not kept. */
  add(level: Level, message: string, fields: Record<string, unknown>, atMs: number): LogLine | null;
  /** Lines below this level are not kept (setting `logLevel`). */
  setLevel(level: Level): void;
  /** The newest `limit` of those since `sinceMs`; `truncated` where there were more. */
  lines(limit: number, sinceMs: number | null): { lines: LogLines; truncated: boolean };
  /** Keeps nothing of what was added or restored. */
  clear(): void;
  /** Puts what the log book kept of earlier starts before everything else; unchecked, as it comes from the disk. */
  restore(lines: readonly unknown[]): void;
}

const LEVELS: readonly Level[] = ['debug', 'info', 'warn', 'error'];
/** Of a line in memory; the contract would take 4,000 characters. */
const LINE_LENGTH = 1_000;

export function createLogRing({ logLines }: Pick<AgentLimits, 'logLines'>): LogRing {
  let kept: LogLines = [];
  let overwritten = false;
  let least = LEVELS.indexOf('info');

  function push(line: LogLines[number]): void {
    kept.push(line);
    // In large steps: shifting an array at every line would copy it at every line.
    if (kept.length < logLines * 2) return;
    kept = kept.slice(-logLines);
    overwritten = true;
  }

  return {
    add(level, message, fields, atMs) {
      if (LEVELS.indexOf(level) < least) return null;
      const details = Object.keys(fields).length === 0 ? '' : ` ${safeJson(fields)}`;
      const line = { at: timestamp(atMs), level, message: asText(message + details, LINE_LENGTH) };
      push(line);
      return line;
    },
    setLevel(level) {
      least = LEVELS.indexOf(level);
    },
    lines(limit, sinceMs) {
      const all = kept.slice(-logLines);
      const wanted = sinceMs === null ? all : all.filter(({ at }) => new Date(at).getTime() >= sinceMs);
      const lost = overwritten || kept.length > logLines;
      return {
        lines: wanted.slice(-limit),
        truncated: wanted.length > limit || (lost && wanted.length === all.length),
      };
    },
    clear() {
      kept = [];
      overwritten = false;
    },
    restore(lines) {
      const sound = lines.filter(isLine).slice(-logLines);
      kept = [
        ...sound.map(({ at, level, message }) => ({ at, level, message: asText(message, LINE_LENGTH) })),
        ...kept,
      ];
    },
  };
}

function isLine(line: unknown): line is LogLines[number] {
  const { at, level, message } = (line ?? {}) as Partial<Record<'at' | 'level' | 'message', unknown>>;
  return (
    typeof at === 'string' &&
    !Number.isNaN(new Date(at).getTime()) &&
    at.length === timestamp(0).length &&
    LEVELS.includes(level as Level) &&
    typeof message === 'string'
  );
}

/** Outside the contract's years a clock says nothing worth keeping. */
function timestamp(atMs: number): string {
  const sane = atMs >= 0 && atMs < 253_402_300_800_000 ? atMs : 0;
  return new Date(sane).toISOString();
}

function safeJson(fields: Record<string, unknown>): string {
  try {
    return JSON.stringify(fields);
  } catch {
    return '(unreadable)';
  }
}
