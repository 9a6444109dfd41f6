import { ERROR_CODES, type ErrorCode, type Refusal } from '@sign-display/contracts/error-codes';

/** Returns why a handshake was refused, from the error of `connect_error`; null if the service was not reached. */
export function refusalOf(error: Error & { data?: unknown }): Refusal | null {
  const isCode = (value: unknown): value is ErrorCode => typeof value === 'string' && Object.hasOwn(ERROR_CODES, value);
  const { code, ...more } = (error.data ?? {}) as Partial<Refusal>;
  return isCode(code) ? { ...more, code } : null;
}
