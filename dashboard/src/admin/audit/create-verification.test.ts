import type { AuditVerification } from '@sign-display/contracts/rest/audit';
import fc from 'fast-check';
import { createRoot } from 'solid-js';
import { expect, test } from 'vitest';
import { Unreachable } from '@sign-display/client/client';
import { createVerification } from './create-verification.ts';

const RUNNING: AuditVerification = { state: 'running' };
const DONE: AuditVerification = { state: 'done', rows: 3, fault: null };

/** A check whose requests are answered, and whose time passes, by hand. */
function underTest() {
  const waiting: PromiseWithResolvers<{ ok: true; body: AuditVerification }>[] = [];
  const timers = new Set<() => void>();
  let ends = 0;
  const ask = () => {
    const reply = Promise.withResolvers<{ ok: true; body: AuditVerification }>();
    waiting.push(reply);
    return reply.promise;
  };
  const clock = {
    after(_: number, task: () => void) {
      timers.add(task);
      return () => void timers.delete(task);
    },
  };
  const { checking, dispose } = createRoot((dispose) => ({
    dispose,
    checking: createVerification({ clock, read: ask, start: ask, ended: () => void (ends += 1) }),
  }));
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    checking,
    dispose,
    timers,
    waiting,
    ends: () => ends,
    async answer(body: AuditVerification | null) {
      const reply = waiting.shift()!;
      if (body) reply.resolve({ ok: true, body });
      else reply.reject(new Unreachable('no network', null));
      await settled();
    },
    passTime() {
      const due = [...timers];
      timers.clear();
      for (const task of due) task();
    },
  };
}

test('D16: a running check is polled until it ends, whatever polls fail', async () => {
  const polls = fc.array(fc.constantFrom('running', 'failed'), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(polls, async (answers) => {
      const { checking, timers, waiting, ends, answer, passTime } = underTest();
      void checking.check();
      await answer(RUNNING);
      for (const each of answers) {
        expect([timers.size, checking.verification()]).toEqual([1, RUNNING]);
        passTime();
        await answer(each === 'running' ? RUNNING : null);
      }
      passTime();
      await answer(DONE);
      expect(checking.verification()).toEqual(DONE);
      expect([ends(), timers.size, waiting.length]).toEqual([1, 0, 0]);
    }),
  );
});

test('D16: an answer that comes after the page of the log was left changes nothing and is followed by no poll', async () => {
  const { checking, dispose, timers, answer } = underTest();
  void checking.poll();
  dispose();
  await answer(RUNNING);
  expect([checking.verification(), timers.size]).toEqual([undefined, 0]);
});
