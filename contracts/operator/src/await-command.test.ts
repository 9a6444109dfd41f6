import { expect, test } from 'vitest';
import { createClient } from '@sign-display/client/client';
import { awaitCommand } from './await-command.ts';

const ID = '0190a1b2-0000-7000-8000-000000000001';
const row = (state: string, commandId = ID) => ({ commandId, state });

/** Waits for a command; `pages`: the lists of commands that the service has, by how many seconds it is asked later. */
function wait(pages: (seconds: number) => object[][], wait = false) {
  let nowMs = 1_000;
  const clock = {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    after(ms: number, task: () => void) {
      nowMs += ms;
      queueMicrotask(task);
      return () => {};
    },
  };
  const fetch = async (url: string) => {
    const page = Number(new URL(url).searchParams.get('cursor') ?? 0);
    const all = pages((nowMs - 1_000) / 1_000);
    return Response.json({ items: all[page], nextCursor: page + 1 < all.length ? String(page + 1) : null });
  };
  const client = createClient({ origin: 'http://signs.test', fetch });
  return awaitCommand(client, clock, { signId: ID, commandId: ID, expires: 60, wait });
}

test('a command is waited for until it is over, also behind a page of newer ones', async () => {
  const newer = [row('queued', 'another')];
  expect(await wait((seconds) => [newer, [row(seconds < 5 ? 'sent' : 'acked')]])).toEqual(row('acked'));
  expect(await wait((seconds) => [[row(seconds < 59 ? 'queued' : 'expired')]])).toEqual(row('expired'));
  expect(await wait(() => [[row('queued')]], true)).toEqual(row('queued'));
});

test.each([[[row('sent')], 'sent'] as const, [[], 'no record'] as const])(
  'a command that has expired is not waited for without end, where the service has %j',
  async (items, said) => {
    await expect(wait(() => [[...items]])).rejects.toMatchObject({
      exit: 1,
      facts: {
        code: 'outcome_unknown',
        title: `The command has expired, and the service does not know its outcome (${said}).`,
        commandId: ID,
      },
    });
  },
);
