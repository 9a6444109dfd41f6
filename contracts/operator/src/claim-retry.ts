import { Unreachable } from '@sign-display/client/client';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { QR_REFUSAL_TEXT, parseQrText } from '@sign-display/contracts/qr-payload';
import { normalizeShortCode } from '@sign-display/contracts/short-code';
import { EXIT, Failure, wrongUsage } from './failure.ts';

/** A claim whose reply is lost is asked for again so long: the kiosk's time to answer, and some for a service that starts again. */
const ASK_AGAIN_FOR_MS = LIMITS.ackTimeoutMs + 10_000;
const ASK_EVERY_MS = 1_000;

/**
 * Parses the code that names a device: the six characters, or the text of the QR code. Throws a `Failure` for a code
 * that no sign can show.
 */
export function deviceOf(code: string): { shortCode: string; signId?: string } {
  if (!code.trimStart().startsWith('{')) {
    if (normalizeShortCode(code) !== null) return { shortCode: code };
    throw wrongUsage(
      `“${code}” is not the code of a sign.`,
      'Type the six characters below the QR code on the sign, such as 4Q8-50C.',
    );
  }
  const read = parseQrText(code);
  if (read.ok) return { shortCode: read.payload.shortCode, signId: read.payload.signId };
  const next = 'Or type the six characters below it.';
  throw new Failure(EXIT.usage, { code: read.refusal, title: QR_REFUSAL_TEXT[read.refusal], next });
}

export interface Waiting {
  clock: Clock;
  signal: AbortSignal;
  /** Told each second how long it has been so far. */
  progress(seconds: number): void;
}

/** Asks until a reply comes: the same request again where one was lost, which must carry a requestId. Throws what `ask` throws in the end. */
export async function requestUntilAnswered<Answer>(
  ask: () => Promise<Answer>,
  { clock, signal, progress }: Waiting,
): Promise<Answer> {
  const startMs = clock.monotonicMs();
  let cancel = () => {};
  const tick = () => {
    progress(Math.floor((clock.monotonicMs() - startMs) / 1_000));
    cancel = clock.after(1_000, tick);
  };
  tick();
  try {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        const isLate = clock.monotonicMs() - startMs > ASK_AGAIN_FOR_MS;
        if (!(error instanceof Unreachable) || isLate) throw error;
      }
      await new Promise<void>((resolve) => clock.after(ASK_EVERY_MS, resolve));
      signal.throwIfAborted();
    }
  } finally {
    cancel();
  }
}
