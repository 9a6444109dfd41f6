import type { FastifyRequest } from 'fastify';

/** Logs what became of a request about a person's credentials. `userId` is null where no account is known. */
export function logOutcome(
  { log, ip }: FastifyRequest,
  { action, userId, ...more }: { action: string; userId: string | null; reason?: string; err?: Error },
  result: object,
): void {
  const line = { action, ip, userId, ...more };
  if ('code' in result) log.warn({ ...line, code: result.code }, 'credentials rejected');
  else log.info(line, 'security event');
}
