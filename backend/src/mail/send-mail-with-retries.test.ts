import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createPostOffice } from './send-mail-with-retries.ts';
import type { Mail } from './message.ts';
import { IN_OUTBOX } from './file-outbox.ts';

const MAIL: Mail = { to: 'ada@example.org', subject: 'Invitation', text: 'https://signs.example.org/invite/secret' };

/** A mail server that answers each attempt with the next of these; an Error is a refusal, null a mail that is taken. */
function makeOffice(answers: (Error | null | 'never')[], { isOutbox = false } = {}) {
  const clock = createManualClock();
  const logged: unknown[] = [];
  const attempts: Mail[] = [];
  const told: string[] = [];
  const reasons: (string | null)[] = [];
  const note = (level: string) => (details: object, message: string) =>
    void logged.push({ level, message, ...details });
  const office = createPostOffice({
    clock,
    isOutbox,
    log: { warn: note('warn'), error: note('error') } as never,
    async send(mail) {
      const answer = answers[attempts.push(mail) - 1];
      if (answer === 'never') await new Promise(() => {});
      if (answer instanceof Error) throw answer;
    },
  });
  const post = async () => {
    const { state } = await office.post(MAIL, {
      kind: 'invitation',
      async progressed(progress) {
        reasons.push(progress.reason);
        if (progress.state !== 'sending') told.push(String(progress.state));
      },
    });
    return state;
  };
  const pass = async (ms: number) => {
    clock.advance(ms);
    for (let count = 0; count < 10; count += 1) await turn();
  };
  return { office, clock, post, pass, logged, attempts, told, reasons };
}

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' });
const refusal = (responseCode: number) => Object.assign(new Error('mailbox unavailable'), { responseCode });

describe('a mail', () => {
  test('is sent at once, and whoever posted it hears of it', async () => {
    const { post, told, attempts, logged } = makeOffice([null]);
    expect(await post()).toBe('sent');
    expect([told, attempts.length, logged]).toEqual([['sent'], 1, []]);
  });

  test('reports the number of attempts and the time of the next one after each attempt', async () => {
    const { office, clock, pass } = makeOffice([away(), null]);
    const tried: unknown[] = [];
    await office.post(MAIL, {
      kind: 'invitation',
      progressed: async ({ state, attempts: count, nextAttemptAt }) => void tried.push([state, count, nextAttemptAt]),
    });
    await pass(2_000);
    expect(tried).toEqual([
      ['sending', 1, new Date(clock.now())],
      ['sent', 2, null],
    ]);
  });

  test('that is only written to the outbox is not reported as sent, with the reason', async () => {
    const { post, reasons, logged } = makeOffice([null], { isOutbox: true });
    expect(await post()).toBeNull();
    expect([reasons, logged]).toEqual([[IN_OUTBOX], []]);
  });

  test('is tried again when the server is back, and fails nobody meanwhile', async () => {
    const { post, pass, told, attempts, logged } = makeOffice([
      away(),
      Object.assign(refusal(451), { code: 'EENVELOPE' }),
      null,
    ]);
    expect(await post()).toBe('sending');
    await pass(1_999);
    expect(attempts).toHaveLength(1);
    await pass(1);
    expect([attempts.length, told]).toEqual([2, []]);
    await pass(30_000);
    expect([attempts.length, told]).toEqual([3, ['sent']]);
    expect(logged).toMatchObject([
      { level: 'warn', kind: 'invitation', attempt: 1, code: 'ESOCKET', retryInMs: 2_000 },
      { level: 'warn', attempt: 2, responseCode: 451 },
    ]);
  });

  test('is given up after the last attempt', async () => {
    const { post, pass, told, attempts } = makeOffice([away(), away(), away(), away(), null]);
    await post();
    for (const ms of [2_000, 30_000, 300_000, 3_600_000]) await pass(ms);
    expect([attempts.length, told]).toEqual([4, ['failed']]);
  });

  test.each([refusal(550), Object.assign(new Error('bad login'), { code: 'EAUTH', responseCode: 535 })])(
    'is given up at once where the server refuses it for good',
    async (error) => {
      const { post, told, attempts } = makeOffice([error]);
      expect(await post()).toBe('failed');
      expect([attempts.length, told]).toEqual([1, ['failed']]);
    },
  );

  test('A3: neither its link nor its reader is in the log', async () => {
    const { post, logged } = makeOffice([refusal(550)]);
    await post();
    expect(JSON.stringify(logged)).not.toMatch(/secret|ada@/);
    expect(logged).toMatchObject([{ level: 'error', reason: 'mailbox unavailable', responseCode: 550 }]);
  });

  test.each([
    'Recipient refused: 550 5.1.1 <ada@example.org>: no such user',
    '550 Ada@Example.ORG is unknown',
    '550 mailbox of ada is full',
    '550 ada=40example.org, ada%40example.org, ada+tag@example.org, SRS0=x=example.org=ada@relay.example.net',
    '550 "ada of the desk"@example.org',
    '554 blocked for https://signs.example.org/invite/secret.',
  ])('A3: nor does the server’s answer bring them there: %s', async (answer) => {
    const { post, logged } = makeOffice([Object.assign(new Error(answer), { responseCode: 550 })]);
    await post();
    expect(JSON.stringify(logged)).not.toMatch(/secret|ada/i);
    expect(logged).toMatchObject([{ responseCode: 550, reason: expect.stringMatching(/55\d/) }]);
  });

  test('F8: whoever posted it hears why it was not taken, and nothing of our way to the server', async () => {
    const { post, pass, reasons } = makeOffice([
      Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:25'), { code: 'ESOCKET' }),
      Object.assign(new Error('Message failed: 451 4.7.1 Greylisted <ada@example.org>'), { responseCode: 451 }),
      null,
    ]);
    await post();
    await pass(2_000);
    await pass(30_000);
    const greylisted = 'The mail server did not take it: Message failed: 451 4.7.1 Greylisted <[address]>';
    expect(reasons).toEqual(['The mail server could not be reached.', greylisted, null]);
    const login = makeOffice([
      Object.assign(new Error('535 user mailer@10.1.2.3'), { code: 'EAUTH', responseCode: 535 }),
    ]);
    await login.post();
    expect(login.reasons).toEqual(['The service could not sign in to its mail server.']);
  });

  test('that hangs holds whoever waits for two seconds, and the end of the process as long as that may take', async () => {
    const { office, post, pass } = makeOffice(['never']);
    const posted = post();
    await pass(2_000);
    expect(await posted).toBe('sending');
    const drained = office.drain(1_000);
    await pass(1_000);
    await expect(drained).resolves.toBeUndefined();
  });

  test('that waits for another attempt is given up at the end of the process', async () => {
    const { office, post, pass, attempts, logged } = makeOffice([away(), null]);
    await post();
    await office.drain(1_000);
    await pass(60_000);
    expect(attempts).toHaveLength(1);
    expect(logged).toHaveLength(2);
  });
});
