/** What can be told from an error that a query threw. Causes are looked through, because callers wrap what they can't handle. */

export interface DatabaseErrorFields {
  code?: unknown;
  constraint?: unknown;
  syscall?: unknown;
  message?: unknown;
  cause?: unknown;
}

/** An error and its causes, outermost first. */
export function errorChain(error: unknown): DatabaseErrorFields[] {
  const chain: DatabaseErrorFields[] = [];
  // Bounded: a chain may be a ring.
  while (typeof error === 'object' && error !== null && chain.length < 8) {
    chain.push(error);
    error = (error as DatabaseErrorFields).cause;
  }
  return chain;
}

function violates(code: string, error: unknown, constraint: string | undefined): boolean {
  return errorChain(error).some(
    (each) => each.code === code && (constraint === undefined || each.constraint === constraint),
  );
}

/** Whether a row was refused because its key exists; with `constraint`, by that constraint or unique index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return violates('23505', error, constraint);
}

/** Whether a row was refused (or not deleted) because of what it refers to; with `constraint`, by that one. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return violates('23503', error, constraint);
}

/** Whether the server ended the transaction because it and another one waited for each other. */
export const isDeadlock = (error: unknown): boolean => errorChain(error).some(({ code }) => code === '40P01');

const SYSTEM_CODES = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH EHOSTDOWN ENETDOWN EADDRNOTAVAIL'.split(
    ' ',
  ),
);

/** SQLSTATEs of a server that can't answer now. A `57014` is the statement's own deadline: it has too much to do. */
const SERVER_CODES = new Set(['57P01', '57P02', '57P03', '57P05', '57014', '25P03', '25P04']);
/** Classes of them: connections that break, and what the server lacks (disk, memory, connections). */
const SERVER_CLASSES = ['08', '53'];

/** What a server lacks, in the words of the health route. */
export type ResourceLack = 'disk_full' | 'out_of_memory' | 'too_many_connections' | 'insufficient_resources';

const LACKS: Record<string, ResourceLack> = {
  '53100': 'disk_full',
  '53200': 'out_of_memory',
  '53300': 'too_many_connections',
};

/** What the server lacked for the statement that threw `error` (SQLSTATE class 53); null where it was something else. */
export function resourceLackOf(error: unknown): ResourceLack | null {
  const found = errorChain(error).find(({ code }) => typeof code === 'string' && /^53...$/.test(code));
  return found === undefined ? null : (LACKS[found.code as string] ?? 'insufficient_resources');
}

/** pg's own words, which carry no code. */
const CLIENT_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|driver has already been destroyed)/;

/**
 * What a migration leaves to those who have planned a statement before it (preparing-client.ts): asked again, it is planned anew.
 */
const STALE_PLAN = { code: '0A000', message: 'cached plan must not change result type' } as const;

export const isStalePlan = ({ code, message }: { code?: unknown; message?: unknown }): boolean =>
  code === STALE_PLAN.code && message === STALE_PLAN.message;

/**
 * Whether the database could not be asked, or did not answer: REST's `unavailable` (503), never "not found". What was sent may have
 * been done all the same, a commit as well.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return errorChain(error).some(({ code, message, syscall }) => {
    if (isStalePlan({ code, message })) return true;
    if (typeof code === 'string') {
      // A socket file that is not there: a server that doesn't run. Any other ENOENT is somebody else's.
      if (code === 'ENOENT') return syscall === 'connect';
      const isClass = code.length === 5 && SERVER_CLASSES.includes(code.slice(0, 2));
      return SYSTEM_CODES.has(code) || SERVER_CODES.has(code) || isClass;
    }
    return typeof message === 'string' && CLIENT_MESSAGES.test(message);
  });
}
