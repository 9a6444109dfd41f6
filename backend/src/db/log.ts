import type { BaseLogger } from 'pino';

/** What this folder needs of a logger: pino's own, or a part of it. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
