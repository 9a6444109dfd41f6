import {
  isUnclaimedScreen,
  type KioskEvidence,
  type RunEvidence,
  type WireRecord,
} from '../evidence/evidence-types.ts';
import { expectedOutcome, rivalOf } from '../plan/expected-outcome.ts';
import type { Told } from '../plan/plan-types.ts';
import { labelOf, recordsOf, seenFinalState, storedClaim } from './read-final-state.ts';
import { judge, type Counterexample, type Verdict } from './verdict.ts';

/** Promises about claims (behaviour, part C), judged by the messages, by what operators were told and by the backend's records. */

const tell = (value: unknown): string => JSON.stringify(value);
const isClaimed = (kiosk: KioskEvidence) => expectedOutcome(kiosk.plan).final.claimedBy !== null;
const handshakes = (kiosk: KioskEvidence) =>
  new Set(
    kiosk.wire.flatMap(({ event, requestId }) =>
      event === 'sign:apply_link' && requestId !== null ? [requestId] : [],
    ),
  );

export function checkOneRecordPerDevice({ kiosks, signs }: RunEvidence): Verdict {
  const holders = new Map<string, string[]>();
  for (const { id, device } of signs) {
    if (device) holders.set(device.deviceSignId, [...(holders.get(device.deviceSignId) ?? []), id]);
  }
  const broken: Counterexample[] = [...holders]
    .filter(([, ids]) => ids.length > 1)
    .map(([signId, ids]) => ({
      kiosk: kiosks.find((kiosk) => kiosk.signIds.includes(signId))?.plan.index ?? null,
      expected: `one record for device ${signId}`,
      seen: ids.join(', '),
    }));
  const planned = kiosks.filter(isClaimed).length;
  return judge('C1', 'at most one sign record holds a device', planned, { cases: holders.size, broken });
}

/** The fates with which the kiosk's own ack arrives. Lost, forged and late acks must not commit anything. */
const ARRIVES: ReadonlySet<WireRecord['fate']> = new Set(['pass', 'duplicate', 'forge_token', 'forge_request']);

export function checkCommitsHaveTheirAck({ kiosks, attempts }: RunEvidence): Verdict {
  const broken: Counterexample[] = [];
  let cases = 0;
  for (const attempt of attempts) {
    const kiosk = kiosks.find((candidate) => labelOf(candidate, attempt.requestId) !== null);
    if (!kiosk || attempt.outcome !== 'committed') continue;
    cases += 1;
    const tokens = new Set(
      kiosk.wire.flatMap(({ event, requestId, claimToken }) =>
        event === 'sign:apply_link' && requestId === attempt.requestId ? [claimToken] : [],
      ),
    );
    // An ack that was held and released is late where the operator was told device_no_ack before.
    const label = labelOf(kiosk, attempt.requestId);
    const late = kiosk.told.some(({ request, code }) => request === label && code === 'device_no_ack');
    const own = kiosk.wire.some(
      ({ event, fate, requestId, claimToken, result }) =>
        event === 'sign:link_ack' &&
        (ARRIVES.has(fate) || (fate === 'released' && !late)) &&
        requestId === attempt.requestId &&
        result === 'success' &&
        tokens.has(claimToken),
    );
    if (!own) {
      broken.push({
        kiosk: kiosk.plan.index,
        expected: `a success of the kiosk with the attempt's own claimToken before ${attempt.requestId} is committed`,
        seen: tell(kiosk.wire.filter(({ event }) => event === 'sign:link_ack')),
      });
    }
  }
  const planned = kiosks.filter(isClaimed).length;
  return judge('C2', 'committed only after a success ack with its own token', planned, { cases, broken });
}

export function checkNothingIsLeft(run: RunEvidence): Verdict {
  const unclaimed = run.kiosks.filter((kiosk) => !isClaimed(kiosk));
  const broken = unclaimed.flatMap((kiosk): Counterexample[] => {
    const left = {
      records: recordsOf(kiosk, run).length,
      ...storedClaim(kiosk.document),
      otherScreens: kiosk.screens.filter(({ screen }) => !isUnclaimedScreen(screen)).length,
    };
    const clean = { records: 0, organizationId: null, eventId: null, currentUrl: null, otherScreens: 0 };
    if (tell(left) === tell(clean)) return [];
    return [{ kiosk: kiosk.plan.index, expected: 'no record, an empty store and the QR screen', seen: tell(left) }];
  });
  return judge('C3', 'a failed attempt leaves nothing', unclaimed.length, { cases: unclaimed.length, broken });
}

export function checkAnsweredMeansCommitted(run: RunEvidence): Verdict {
  const broken: Counterexample[] = [];
  let cases = 0;
  const committed = new Set(
    run.attempts.flatMap(({ outcome, requestId }) => (outcome === 'committed' ? [requestId] : [])),
  );
  for (const kiosk of run.kiosks) {
    for (const [label, requestId] of kiosk.requestIds) {
      cases += 1;
      const told = kiosk.told.some(({ request, code }) => request === label && code === 'claimed');
      const stands = committed.has(requestId) && recordsOf(kiosk, run).length === 1;
      if (told === stands) continue;
      broken.push({
        kiosk: kiosk.plan.index,
        expected: `"${label}": told claimed if and only if it is committed`,
        seen: `told ${told}, committed ${committed.has(requestId)}, records ${recordsOf(kiosk, run).length}`,
      });
    }
  }
  return judge('C4', 'told "claimed" if and only if committed', run.kiosks.length, { cases, broken });
}

export function checkAnswers({ kiosks }: RunEvidence): Verdict {
  const broken = kiosks.flatMap((kiosk): Counterexample[] => {
    const expected = expectedOutcome(kiosk.plan).told;
    if (kiosk.stuck.length === 0 && tell(expected) === tell(kiosk.told)) return [];
    const at = expected.findIndex((told, index) => tell(told) !== tell(kiosk.told[index]));
    const seen = kiosk.stuck.length > 0 ? `the story ended early: ${kiosk.stuck.join('; ')}` : '';
    return [
      {
        kiosk: kiosk.plan.index,
        expected: tell(at === -1 ? expected.at(-1) : expected[at]),
        seen: [tell(kiosk.told[at] ?? kiosk.told.at(-1) ?? null), seen].filter(Boolean).join(' — '),
      },
    ];
  });
  return judge('told', 'operators were told what the contract says', kiosks.length, { cases: kiosks.length, broken });
}

export function checkExactlyOneRival({ kiosks }: RunEvidence): Verdict {
  const broken: Counterexample[] = [];
  const raced = kiosks.filter(({ plan }) => plan.steps.some((step) => step.do === 'claim' && step.fault === 'rival'));
  let cases = 0;
  for (const { plan, told } of raced) {
    const pair = told.filter(({ request, action }) => action === 'claim' && request.startsWith('first'));
    const refused = pair.filter(({ code }) => code === 'request_in_progress');
    if (pair.some(({ request }) => request === rivalOf('first'))) cases += 1;
    if (refused.length === 1 && refused[0]!.request === rivalOf('first')) continue;
    broken.push({
      kiosk: plan.index,
      expected: 'one of the two goes on, the other is told request_in_progress',
      seen: tell(pair),
    });
  }
  return judge('C6', 'of two claims at once exactly one goes on', raced.length, { cases, broken });
}

/** The last answer to the request `label`; requests of others that borrowed its requestId don't count. */
export function lastAnswer({ plan, told }: Pick<KioskEvidence, 'plan' | 'told'>, label: string): Told | undefined {
  return told.findLast(({ step, request, action }) => {
    const asked = plan.steps[step];
    return request === label && action === 'claim' && !(asked?.do === 'claim' && asked.body !== 'planned');
  });
}

export function checkHistory({ kiosks, attempts }: RunEvidence): Verdict {
  const broken: Counterexample[] = [];
  let cases = 0;
  for (const kiosk of kiosks) {
    for (const requestId of handshakes(kiosk)) {
      const label = labelOf(kiosk, requestId);
      if (label === null) continue;
      cases += 1;
      const told = lastAnswer(kiosk, label);
      const row = attempts.find((attempt) => attempt.requestId === requestId);
      const expected = { outcome: told?.code === 'claimed' ? 'committed' : told?.code, reason: told?.reason ?? null };
      if (row && row.outcome === expected.outcome && row.reason === expected.reason) continue;
      broken.push({
        kiosk: kiosk.plan.index,
        expected: `"${label}" (${requestId}) in the history as ${tell(expected)}`,
        seen: row ? tell({ outcome: row.outcome, reason: row.reason }) : 'no row',
      });
    }
  }
  return judge('C10', 'every attempt and its outcome is in the history', kiosks.length, { cases, broken });
}

export function checkAgreement(run: RunEvidence): Verdict {
  const broken = run.kiosks.flatMap((kiosk): Counterexample[] => {
    const expected = expectedOutcome(kiosk.plan).final;
    const seen = seenFinalState(kiosk, run);
    const record = recordsOf(kiosk, run)[0];
    const stored = storedClaim(kiosk.document);
    const agrees =
      !expected.kioskIsClaimed ||
      (record !== undefined &&
        stored.organizationId === record.organizationId &&
        stored.eventId === record.eventId &&
        stored.currentUrl === record.url);
    if (agrees && tell(expected) === tell(seen)) return [];
    const what = { ...seen, stored, record: record && { eventId: record.eventId, url: record.url } };
    return [{ kiosk: kiosk.plan.index, expected: tell(expected), seen: tell(what) }];
  });
  return judge('C7', 'kiosk and backend agree at the end', run.kiosks.length, { cases: run.kiosks.length, broken });
}
