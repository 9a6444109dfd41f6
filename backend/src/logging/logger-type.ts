import type { BaseLogger } from 'pino';

/** A structured logger: a fixed message, variables as fields. pino's in the service, a silent one in tests. */
export type Logger = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
