import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOAD_FAILURE_REASONS } from '@sign-display/contracts/error-codes';
import { decideClaim, type ClaimEvent, type ClaimState } from './claim-machine.ts';

const DEVICES = ['device-a', 'device-b'];
const TOKENS = ['token-1', 'token-2', 'token-3'];
const time = fc.integer({ min: 0, max: 100 });

const linkResult = fc.oneof(
  fc.record({ result: fc.constant('success' as const), loadMs: fc.nat() }),
  fc.record({
    result: fc.constant('failure' as const),
    loadMs: fc.nat(),
    reason: fc.constantFrom(...LOAD_FAILURE_REASONS),
    detail: fc.string(),
  }),
);
const failure = fc.record({
  code: fc.constantFrom('request_in_progress', 'sign_not_connected', 'sign_already_claimed', 'not_found'),
  reason: fc.constant(null),
  detail: fc.constant(null),
});
const event: fc.Arbitrary<ClaimEvent> = fc.oneof(
  fc.record({
    type: fc.constant('submitted' as const),
    deviceSignId: fc.constantFrom(...DEVICES),
    claimToken: fc.constantFrom(...TOKENS),
    deadlineAtMs: time,
  }),
  fc.record({ type: fc.constant('committed_at_once' as const) }),
  fc.record({
    type: fc.constant('acknowledged' as const),
    deviceSignId: fc.constantFrom(...DEVICES),
    claimToken: fc.constantFrom(...TOKENS),
    result: linkResult,
  }),
  fc.record({ type: fc.constant('blocked' as const), failure: failure as fc.Arbitrary<never> }),
  fc.record({ type: fc.constant('time_passed' as const) }),
);
/** Events at times that never go back. */
const life = fc.array(fc.record({ event, stepMs: fc.integer({ min: 0, max: 15 }) }), { maxLength: 30 }).map((steps) => {
  let nowMs = 0;
  return steps.map(({ event: happened, stepMs }) => ({ happened, nowMs: (nowMs += stepMs) }));
});

/** Runs a life from a fresh pendingSign and shows every transition to `look`. */
function live(
  steps: { happened: ClaimEvent; nowMs: number }[],
  expiresAtMs: number,
  look: (before: ClaimState, happened: ClaimEvent, nowMs: number, after: ClaimState) => void,
): ClaimState {
  let state: ClaimState = { name: 'pending', expiresAtMs };
  for (const { happened, nowMs } of steps) {
    const decision = decideClaim(state, happened, nowMs);
    if (!decision.ok) continue;
    look(state, happened, nowMs, decision.state);
    state = decision.state;
  }
  return state;
}

describe('the claim machine', () => {
  it('C2: commits only after a success that carries its own device and token, inside its deadline', () => {
    fc.assert(
      fc.property(life, time, (steps, expiresAtMs) => {
        live(steps, expiresAtMs, (before, happened, nowMs, after) => {
          if (after.name !== 'committed' || happened.type === 'committed_at_once') return;
          expect(happened.type).toBe('acknowledged');
          expect(before.name).toBe('awaiting_ack');
          if (before.name !== 'awaiting_ack' || happened.type !== 'acknowledged') return;
          expect(happened.result.result).toBe('success');
          expect([happened.deviceSignId, happened.claimToken]).toEqual([before.deviceSignId, before.claimToken]);
          expect(nowMs).toBeLessThan(before.deadlineAtMs);
        });
      }),
      // Most lives commit nothing: a hundred of them would see one late success, if any.
      { numRuns: 5_000 },
    );
  });

  it('C2: without the handshake being off, no acknowledgement commits from any state but awaiting_ack', () => {
    fc.assert(
      fc.property(life, time, linkResult, (steps, expiresAtMs, result) => {
        const state = live(steps, expiresAtMs, () => {});
        fc.pre(state.name !== 'awaiting_ack');
        const forged: ClaimEvent = { type: 'acknowledged', deviceSignId: DEVICES[0]!, claimToken: TOKENS[0]!, result };
        expect(decideClaim(state, forged, 0).ok).toBe(false);
      }),
    );
  });

  it('C4: a final outcome never changes: committed, and a page that could not be loaded', () => {
    fc.assert(
      fc.property(life, time, (steps, expiresAtMs) => {
        live(steps, expiresAtMs, (before) => {
          expect(before.name).not.toBe('committed');
          if (before.name === 'failed') expect(before.failure.code).not.toBe('device_load_failed');
        });
      }),
    );
  });

  it('C6: an overdue attempt always ends, and can be submitted again while its pendingSign lives', () => {
    fc.assert(
      fc.property(time, time, (deadlineAtMs, expiresAtMs) => {
        const state: ClaimState = {
          name: 'awaiting_ack',
          deviceSignId: 'd',
          claimToken: 't',
          deadlineAtMs,
          expiresAtMs,
        };
        const submitted: ClaimEvent = {
          type: 'submitted',
          deviceSignId: 'd',
          claimToken: 'u',
          deadlineAtMs: deadlineAtMs + 10,
        };
        expect(decideClaim(state, { type: 'time_passed' }, deadlineAtMs)).toMatchObject({
          ok: true,
          state: { name: 'failed' },
        });
        expect(decideClaim(state, { type: 'time_passed' }, deadlineAtMs - 1)).toEqual({
          ok: false,
          refusal: 'too_early',
        });
        expect(decideClaim(state, submitted, deadlineAtMs - 1)).toEqual({ ok: false, refusal: 'in_progress' });
        expect(decideClaim(state, submitted, deadlineAtMs).ok).toBe(deadlineAtMs < expiresAtMs);
      }),
    );
  });

  it('C3: a pendingSign that outlived its time-to-live starts nothing', () => {
    fc.assert(
      fc.property(life, fc.integer({ min: 0, max: 50 }), (steps, expiresAtMs) => {
        live(steps, expiresAtMs, (before, happened, nowMs, after) => {
          if (after.name === 'awaiting_ack' || happened.type === 'committed_at_once') {
            expect('expiresAtMs' in before && nowMs < before.expiresAtMs).toBe(true);
          }
        });
      }),
    );
  });
});
