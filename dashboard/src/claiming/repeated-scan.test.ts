import { expect, test } from 'vitest';
import { english } from './testing/words.ts';
import type { ClaimEvent } from './machine-event-and-effect-types.ts';
import { NO_SAVED_CLAIM } from './saved-claim.ts';
import { open, step } from './phone-claim-machine.ts';
import type { Attempt, ClaimState, Found, Said } from './claim-state.ts';
import { EVENTS, foundAt, momentAt, OPENING } from './testing/claims.ts';
import { view } from './view.ts';

/**
 * A claim that was refused, left by three steps back, and tried again with the same code: by then its first pendingSign is withdrawn. The service here knows
 * its pendingSigns, and answers an attempt at one that is gone as the real one does.
 */

const P1 = foundAt(2_000, 1);
const P2 = foundAt(2_000, 2);

function play() {
  const pendingSigns = new Set<string>();
  const sent: Attempt[] = [];
  let ids = 0;
  let state: ClaimState = open(OPENING, NO_SAVED_CLAIM, momentAt(1_000)).state;
  function happen(...happenings: ClaimEvent[]): void {
    for (const happening of happenings) {
      const { state: next, effects } = step(state, happening, momentAt(2_000, (ids += 1)));
      state = next;
      for (const effect of effects) {
        if (effect.do === 'end-pending') pendingSigns.delete(effect.pendingId);
        if (effect.do === 'send') sent.push(effect.attempt);
      }
    }
  }
  function find(found: Found & { pendingId: string }): void {
    happen({ type: 'open-camera' }, { type: 'scanned', scanned: { kind: 'code', shortCode: found.shortCode } });
    pendingSigns.add(found.pendingId);
    happen({ type: 'found', nth: state.nth, found }, { type: 'yes' });
  }
  const answer = (why: Said | null): void => happen({ type: 'not-claimed', requestId: sent.at(-1)!.requestId, why });
  /** What the service says to what was sent last. */
  function serve(): void {
    const { pendingId } = sent.at(-1)!.body;
    if (pendingId !== undefined && !pendingSigns.has(pendingId))
      answer({ code: 'not_found', errors: [{ path: '/pendingId', message: 'not started, or over' }] });
  }
  happen({ type: 'events', events: [EVENTS[0]!] });
  find(P1);
  happen(
    { type: 'typed', field: 'name', text: 'Bar 4' },
    { type: 'typed', field: 'location', text: 'Halle 5' },
    { type: 'submit' },
  );
  return {
    sent,
    answer,
    serve,
    goBack: () => happen({ type: 'back' }, { type: 'back' }, { type: 'back' }),
    findAgain() {
      find(P2);
      happen({ type: 'submit' });
    },
    happen,
    frame: () => view(state, english, momentAt(2_000)),
    state: () => state,
  };
}

test('C4: a claim that the service never began goes out with the pendingSign of the second scan, under a requestId of its own', () => {
  const { sent, answer, goBack, findAgain, serve, frame } = play();
  answer({ code: 'request_in_progress', retryAfterMs: 4_000 });
  goBack();
  findAgain();
  expect(sent.map(({ body }) => body.pendingId)).toEqual([P1.pendingId, P2.pendingId]);
  expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(2);
  serve();
  expect(frame()).toMatchObject({ is: 'progress' });
});

test.each(['unavailable', 'internal'] as const)(
  'C4: a claim that may have begun (%s) is asked for under its requestId, and a withdrawn sign is found again, not called a lost event',
  (code) => {
    const { sent, answer, goBack, findAgain, serve, happen, frame, state } = play();
    answer({ code });
    goBack();
    findAgain();
    expect(sent[1]).toEqual(sent[0]);
    serve();
    expect(frame()).toMatchObject({ is: 'refusal', title: 'Your reservation has expired' });
    happen({ type: 'find-again' });
    happen({ type: 'found', nth: state().nth, found: P2 }, { type: 'yes' }, { type: 'submit' });
    expect(sent[2]!.body.pendingId).toBe(P2.pendingId);
    expect(sent[2]!.requestId).not.toBe(sent[0]!.requestId);
  },
);

test('C4: an attempt that was sent again may have begun by then, whatever was said before', () => {
  const { sent, answer, goBack, findAgain, happen } = play();
  answer({ code: 'request_in_progress' });
  happen({ type: 'try-again' });
  answer({ code: 'internal' });
  goBack();
  findAgain();
  expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(1);
});
