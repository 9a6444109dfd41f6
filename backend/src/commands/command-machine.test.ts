import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMAND_REFUSALS, COMMAND_STATES } from '@sign-display/contracts/rest/commands';
import { decideCommand, type CommandEvent, type CommandFacts } from './command-machine.ts';

const DEVICES = ['own', 'foreign'];
const state = fc.constantFrom(...COMMAND_STATES);
const nowMs = fc.integer({ min: 0, max: 20 });
const facts: fc.Arbitrary<CommandFacts> = fc.record({
  state,
  deviceSignId: fc.constant('own'),
  expiresAtMs: fc.integer({ min: 0, max: 20 }),
  answeredLate: fc.boolean(),
});
const deviceSignId = fc.constantFrom(...DEVICES);
const error = fc.record({
  code: fc.oneof(fc.constantFrom(...COMMAND_REFUSALS), fc.string()),
  detail: fc.string(),
});
const answer: fc.Arbitrary<Extract<CommandEvent, { deviceSignId: string }>> = fc.oneof(
  fc.record({ type: fc.constant('acked' as const), deviceSignId }),
  fc.record({ type: fc.constant('error' as const), deviceSignId, error }),
);
const event: fc.Arbitrary<CommandEvent> = fc.oneof(
  answer,
  fc.constant<CommandEvent>({ type: 'sent' }),
  fc.constant<CommandEvent>({ type: 'time_passed' }),
  fc.constant<CommandEvent>({ type: 'unlinked' }),
);
const FINAL = ['acked', 'failed', 'refused', 'expired'];

describe('a command', () => {
  it('M3: never leaves an end', () => {
    fc.assert(
      fc.property(facts, event, nowMs, (from, happened, now) => {
        fc.pre(FINAL.includes(from.state));
        const decision = decideCommand(from, happened, now);
        expect(decision.ok ? decision : { state: from.state, error: null }).toMatchObject({
          state: from.state,
          error: null,
        });
      }),
    );
  });

  it('M3: an answer of another device, or to what was not sent, changes nothing', () => {
    fc.assert(
      fc.property(facts, answer, nowMs, (from, happened, now) => {
        fc.pre(happened.deviceSignId !== from.deviceSignId || from.state === 'queued');
        expect(decideCommand(from, happened, now).ok).toBe(false);
      }),
    );
  });

  it('M3: in time an answer is the end that its code says', () => {
    fc.assert(
      fc.property(facts, answer, nowMs, (from, happened, now) => {
        fc.pre(from.state === 'sent' && now < from.expiresAtMs && happened.deviceSignId === 'own');
        const decision = decideCommand(from, happened, now);
        const code = happened.type === 'error' ? happened.error.code : null;
        const isRefusal = (COMMAND_REFUSALS as readonly (string | null)[]).includes(code);
        const end = code === null ? 'acked' : isRefusal ? 'refused' : 'failed';
        const told = happened.type === 'error' ? happened.error : null;
        expect(decision).toEqual({ ok: true, state: end, error: told, late: false });
      }),
    );
  });

  it('M3: no event but one in time acknowledges; after the expiry every event that counts says expired', () => {
    fc.assert(
      fc.property(facts, event, nowMs, (from, happened, now) => {
        const decision = decideCommand(from, happened, now);
        if (!decision.ok || FINAL.includes(from.state)) return;
        if (now >= from.expiresAtMs) expect(decision.state).toBe('expired');
        else expect(decision.state).not.toBe('expired');
      }),
    );
  });

  it('M3: an answer is late at most once, and only after the expiry', () => {
    fc.assert(
      fc.property(facts, fc.array(fc.tuple(answer, fc.nat(3))), (first, answers) => {
        let from: CommandFacts = { ...first, answeredLate: false };
        let now = 0;
        let late = 0;
        for (const [happened, passes] of answers) {
          now += passes;
          const decision = decideCommand(from, happened, now);
          if (!decision.ok) continue;
          if (decision.late) expect(decision.state).toBe('expired');
          late += Number(decision.late);
          from = { ...from, state: decision.state, answeredLate: from.answeredLate || decision.late };
        }
        expect(late).toBeLessThanOrEqual(1);
      }),
    );
  });
});
