import type { AppDeps } from '@sign-display/backend/app';
import type { Draws } from '../adapters/seeded-random.ts';
import type { Timeline } from './timeline.ts';
import type { Trace } from './trace.ts';

type Mail = Parameters<NonNullable<AppDeps['sendMail']>>[0];
type PushTarget = Parameters<NonNullable<AppDeps['sendPush']>>[0];
type PushPayload = Parameters<NonNullable<AppDeps['sendPush']>>[1];
type PushOutcome = Awaited<ReturnType<NonNullable<AppDeps['sendPush']>>>;

/** A mail or a push message that arrived at a person. */
type Delivered = {
  atMs: number;
  /** The service never heard that it was accepted. */
  answerWasLost: boolean;
} & ({ by: 'mail'; mail: Mail } | { by: 'push'; endpoint: string; payload: PushPayload });

/** The state of the mail server or the push services. `reply_lost`: the message is accepted, and the answer never arrives. */
export type PostState = 'works' | 'refuses' | 'hangs' | 'reply_lost';

/** The mail server and the push services. */
export interface Post {
  readonly delivered: readonly Delivered[];
  set(which: 'mail' | 'push', state: PostState): void;
  /** Removes an endpoint: its browser has unsubscribed. */
  endpointGone(endpoint: string): void;
  heal(): void;
  takeMail(mail: Mail): Promise<void>;
  takePush(target: PushTarget, payload: PushPayload): Promise<PushOutcome>;
  endpoints: NonNullable<AppDeps['pushEndpoints']>;
}

/** The service gives up after so much silence of the mail server, and of a push service. */
const MAIL_TIMEOUT_MS = 30_000;
const PUSH_TIMEOUT_MS = 10_000;

export function createPost(deps: { timeline: Timeline; trace: Trace; chance: Draws }): Post {
  const { timeline, trace, chance } = deps;
  const delivered: Delivered[] = [];
  const states: Record<'mail' | 'push', PostState> = { mail: 'works', push: 'works' };
  const gone = new Set<string>();
  const pass = (delayMs: number, what: string): Promise<void> =>
    new Promise((resolve) => void timeline.after(delayMs, what, resolve));
  const travel = (what: string): Promise<void> => pass(5 + 200 * chance.float() ** 3, what);

  return {
    delivered,
    set: (which, state) => void (states[which] = state),
    endpointGone: (endpoint) => void gone.add(endpoint),
    heal() {
      states.mail = 'works';
      states.push = 'works';
    },
    async takeMail(mail) {
      await travel('mail');
      const state = states.mail;
      if (state === 'refuses')
        throw Object.assign(new Error('451 try again'), { responseCode: 451, code: 'EENVELOPE' });
      if (state === 'hangs') {
        await pass(MAIL_TIMEOUT_MS, 'mail hangs');
        throw Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' });
      }
      trace.note('mail', `${mail.to}: ${mail.subject}`);
      delivered.push({ atMs: timeline.nowMs(), answerWasLost: state === 'reply_lost', by: 'mail', mail });
      if (state === 'reply_lost') {
        await pass(MAIL_TIMEOUT_MS, 'mail reply lost');
        throw Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' });
      }
      await travel('mail taken');
    },
    async takePush({ endpoint }, payload) {
      await travel('push');
      if (gone.has(endpoint)) return { result: 'gone' };
      const state = states.push;
      if (state === 'refuses') return { result: 'failed', error: 'The push service answered 503.' };
      if (state === 'hangs') {
        await pass(PUSH_TIMEOUT_MS, 'push hangs');
        return { result: 'failed', error: 'The push service could not be reached (no answer in time).' };
      }
      trace.note('push', `${endpoint}: ${payload.title}`);
      delivered.push({ atMs: timeline.nowMs(), answerWasLost: state === 'reply_lost', by: 'push', endpoint, payload });
      if (state === 'reply_lost') {
        await pass(PUSH_TIMEOUT_MS, 'push reply lost');
        return { result: 'failed', error: 'The push service could not be reached (no answer in time).' };
      }
      await travel('push taken');
      return { result: 'taken' };
    },
    endpoints: {
      check: () => Promise.resolve(null),
      open() {
        throw new Error('push notifications are handled by `sendPush`');
      },
      close() {},
    },
  };
}
