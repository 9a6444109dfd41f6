import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';
import type { FastifyBaseLogger } from 'fastify';
import { withTimeout } from '../flow/with-timeout.ts';
import { reasonForAdmin, reasonOf, isRefusedForGood, type MailError } from './describe-mail-errors.ts';
import type { Mail, SendMail } from './message.ts';
import { IN_OUTBOX } from './file-outbox.ts';

/**
 * Sending mails beside what they tell of: a mail server that is away or slow fails no request and rolls nothing back. A mail is tried
 * at once and then a few times more; what happens to it is told to whoever posted it. A mail whose next attempt a crash forgets is
 * not sent: whoever waits for one asks again.
 */

export type MailState = 'sending' | 'sent' | 'failed';
/**
 * `state` is null for a mail that is only a file in the outbox. `reason`: why nobody received it so far, in words for an
 * admin; else null.
 */
export interface MailProgress {
  state: MailState | null;
  reason: string | null;
  /** Attempts so far, with one that is under way. */
  attempts: number;
  /** Null where no other attempt is planned. */
  nextAttemptAt: Date | null;
}

interface Posting {
  /** What kind of mail it is, for the log: never to whom, nor what is in it. */
  kind: string;
  /** Told of each attempt that was refused, and of the end. */
  progressed?(progress: MailProgress): Promise<void>;
}

/** A restarted server is back after the second; greylisting lets through after some minutes, and has the last. */
const RETRY_AFTER_MS = [2_000, 30_000, 300_000];
/** Longer a person does not look at a button; most servers take a mail in a tenth of it. */
const SHOWN_AFTER_MS = 2_000;
const UNDER_WAY: MailProgress = { state: 'sending', reason: null, attempts: 1, nextAttemptAt: null };
/** A login that fails will fail again: nobody changes the settings of a running process. */
const isFinal = (error: MailError): boolean => error.code === 'EAUTH' || isRefusedForGood(error);

const describe = (error: MailError, { to }: Mail) => {
  const { code, responseCode, command } = error;
  return { reason: reasonOf(error, to), code, responseCode, command };
};

export function createPostOffice(deps: {
  send: SendMail;
  /** True without a mail server: `send` writes files. */
  isOutbox: boolean;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}) {
  const { send, isOutbox, clock, log } = deps;
  const sending = new Set<Promise<void>>();
  const waiting = new Set<Cancel>();
  let isDraining = false;

  async function note(progress: MailProgress, { kind, progressed }: Posting): Promise<MailProgress> {
    try {
      await progressed?.(progress);
    } catch (error) {
      log.error({ err: error, kind, state: progress.state }, 'mail delivery result not stored');
    }
    return progress;
  }

  async function attempt(mail: Mail, posting: Posting, number: number): Promise<MailProgress> {
    const { kind } = posting;
    const attempts = number + 1;
    try {
      await send(mail);
      const taken = isOutbox ? { state: null, reason: IN_OUTBOX } : { state: 'sent' as const, reason: null };
      return await note({ ...taken, attempts, nextAttemptAt: null }, posting);
    } catch (error) {
      const reason = reasonForAdmin(error as MailError, mail.to);
      const why = { kind, attempt: attempts, ...describe(error as MailError, mail) };
      const delayMs = RETRY_AFTER_MS[number];
      if (delayMs === undefined || isDraining || isFinal(error as MailError)) {
        log.error(why, 'mail not delivered, no more retries');
        return await note({ state: 'failed', reason, attempts, nextAttemptAt: null }, posting);
      }
      log.warn({ ...why, retryInMs: delayMs }, 'mail not delivered, retrying later');
      const cancel = clock.after(delayMs, () => {
        waiting.delete(cancel);
        void track(attempt(mail, posting, number + 1));
      });
      waiting.add(cancel);
      return await note(
        { state: 'sending', reason, attempts, nextAttemptAt: new Date(clock.now() + delayMs) },
        posting,
      );
    }
  }

  function track(attempted: Promise<MailProgress>): Promise<MailProgress> {
    const over: Promise<void> = attempted.then(() => void sending.delete(over));
    sending.add(over);
    return attempted;
  }

  return {
    /** Resolves with how it stands after the first attempt, or after `SHOWN_AFTER_MS` where that takes longer. Never rejects. */
    post: (mail: Mail, posting: Posting): Promise<MailProgress> =>
      withTimeout(clock, track(attempt(mail, posting, 0)), SHOWN_AFTER_MS, UNDER_WAY),
    /** Waits for what is being sent, at most so long, and gives up what waits for another attempt. */
    async drain(withinMs: number): Promise<void> {
      isDraining = true;
      for (const cancel of waiting) cancel();
      if (waiting.size > 0) log.warn({ mails: waiting.size }, 'process is stopping, mails not delivered');
      waiting.clear();
      await withTimeout(clock, Promise.all(sending), withinMs, null);
    },
  };
}

export type PostOffice = ReturnType<typeof createPostOffice>;
