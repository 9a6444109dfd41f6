import type { AgentLimits } from '../limits.ts';
import type { Shell } from '../ports.ts';
import type { LogLines } from '../state/state.ts';
import { asText } from '../state/step.ts';

type Level = Parameters<Shell['log']>[0];

/** The last log lines of this start, and the few that were stored before it. */
export interface LogRing {
  add(level: Level, message: string, fields: Record<string, unknown>, atMs: number): void;
  /** Lines below this level are not kept (setting `logLevel`). */
  setLevel(level: Level): void;
  /** The newest `limit` of those since `sinceMs`; `truncated` where there were more. */
  lines(limit: number, sinceMs: number | null): { lines: LogLines; truncated: boolean };
  /** Keeps nothing of what was added or restored. */
  clear(): void;
  /** What is worth writing with the store, for whoever asks what came before a crash. */
  tail(): LogLines;
  /** Puts what an earlier start stored before everything else; unchecked, as it comes from the disk. */
  restore(tail: unknown): void;
}

const LEVELS: readonly Level[] = ['debug', 'info', 'warn', 'error'];
/** Of a line in memory; the contract would take 4,000 characters. */
const LINE_LENGTH = 1_000;
/** Of a line on disk, which is written with every change of the store. */
const TAIL_LINE_LENGTH = 200;

export function createLogRing({ logLines, logTailLines }: Pick<AgentLimits, 'logLines' | 'logTailLines'>): LogRing {
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
      if (LEVELS.indexOf(level) < least) return;
      const details = Object.keys(fields).length === 0 ? '' : ` ${safeJson(fields)}`;
      push({ at: timestamp(atMs), level, message: asText(message + details, LINE_LENGTH) });
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
    tail: () => kept.slice(-logTailLines).map((line) => ({ ...line, message: asText(line.message, TAIL_LINE_LENGTH) })),
    restore(tail) {
      if (!Array.isArray(tail)) return;
      const sound = tail.filter(isLine).slice(-logTailLines);
      kept = [
        ...sound.map(({ at, level, message }) => ({ at, level, message: asText(message, LINE_LENGTH) })),
        ...kept,
      ];
    },
  };
}

/** What was read from the store, without what the ring had put there; that goes back into the ring. */
export function withoutLogTail(document: unknown, ring: LogRing): unknown {
  if (typeof document !== 'object' || document === null || !('logTail' in document)) return document;
  const { logTail, ...rest } = document;
  ring.restore(logTail);
  return rest;
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
