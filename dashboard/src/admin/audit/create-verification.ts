import type { AuditVerification } from '@sign-display/contracts/rest/audit';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { createSignal, onCleanup } from 'solid-js';
import { asked, type Trouble } from '../../api/session.ts';

/** A check of a usual log takes some seconds. */
const POLL_MS = 1_000;
/** After a poll that failed. */
const RETRY_MS = 5_000;

type Reply = { ok: true; body: AuditVerification } | { ok: false; body: Trouble };

interface VerificationPorts {
  clock: Pick<Clock, 'after'>;
  /** Requests the last check of the log. */
  read(): Promise<Reply>;
  /** Requests a check. */
  start(): Promise<Reply>;
  /** A check that ran has ended. */
  ended(): void;
}

/**
 * The state of a log's check. While a check runs, the state is polled until the check ends, also after a poll that failed. Answers that come after the
 * owner is gone change nothing and are followed by no poll.
 */
export function createVerification({ clock, read, start, ended }: VerificationPorts) {
  const [verification, setVerification] = createSignal<AuditVerification>();
  const [trouble, setTrouble] = createSignal<{ why: Trouble }>();
  let isGone = false;
  let cancelPoll = (): void => {};
  onCleanup(() => {
    isGone = true;
    cancelPoll();
  });

  const isRunning = (): boolean => verification()?.state === 'running';
  function pollIn(delayMs: number): void {
    cancelPoll();
    cancelPoll = clock.after(delayMs, () => void poll());
  }
  function take(now: AuditVerification): void {
    const wasRunning = isRunning();
    setVerification(now);
    if (now.state === 'running') pollIn(POLL_MS);
    else if (wasRunning) ended();
  }
  async function poll(): Promise<void> {
    const reply = await asked(read());
    if (isGone) return;
    if (reply.ok) take(reply.body);
    // Without a first answer it is unknown whether a check runs.
    else if (verification() === undefined || isRunning()) pollIn(RETRY_MS);
  }

  return {
    verification,
    trouble,
    poll,
    /** Begins a check. A refusal that one runs is no trouble: the state says so. */
    async check(): Promise<void> {
      setTrouble();
      const reply = await asked(start());
      if (isGone) return;
      if (reply.ok) take(reply.body);
      else if (reply.body?.code === 'conflict') await poll();
      else setTrouble({ why: reply.body });
    },
  };
}
