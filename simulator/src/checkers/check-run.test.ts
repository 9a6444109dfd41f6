import { describe, expect, test } from 'vitest';
import type { KioskEvidence, RunEvidence } from '../evidence/evidence-types.ts';
import { expectedOutcome } from '../plan/expected-outcome.ts';
import { makePlan } from '../plan/make-plan.ts';
import { buildReport } from '../report/report.ts';
import { readScenario } from '../plan/scenario.ts';
import { perfectEvidence } from '../testing/perfect-evidence.ts';
import { checkBackend } from './backend.ts';
import { checkRun } from './check-run.ts';

/** A checker that can't fail says nothing: each is shown a run in which its promise was broken. */

const duties = { refresh: 1, reboot: 1, reboot_loop: 1, screenshot: 1, offline_expired: 1, update: 1 };
const scenario = { ...readScenario('default'), duties };
const plans = Array.from({ length: 120 }, (_, index) =>
  makePlan('checkers', scenario, { wrongCodes: true, twoPeople: true }, index),
);
const perfect = perfectEvidence(plans);
const finalOf = (kiosk: KioskEvidence) => expectedOutcome(kiosk.plan).final;
type Fetches = KioskEvidence['duties'][number]['contentFetches'];
const has = (kiosk: KioskEvidence, what: string) =>
  kiosk.plan.steps.some((step) => step.do === what || (step.do === 'claim' && step.fault === what));

/** The run with `spoil` done to the first kiosk that `which` accepts. */
function spoiled(
  which: (kiosk: KioskEvidence) => boolean,
  spoil: (kiosk: KioskEvidence) => Partial<KioskEvidence>,
): RunEvidence {
  const at = perfect.kiosks.findIndex(which);
  expect(at).toBeGreaterThanOrEqual(0);
  return {
    ...perfect,
    kiosks: perfect.kiosks.map((kiosk, index) => (index === at ? { ...kiosk, ...spoil(kiosk) } : kiosk)),
  };
}

const brokenPromises = (run: RunEvidence): string[] =>
  checkRun(run).flatMap(({ promise, verdict }) => (verdict === 'held' ? [] : [promise]));

test('the checkers find no broken promise in a run in which all went well', () => {
  expect(brokenPromises(perfect)).toEqual([]);
});

describe('checkers find broken promises', () => {
  test('C1: is broken where two records hold one device', () => {
    expect(brokenPromises({ ...perfect, signs: [...perfect.signs, perfect.signs[0]!] })).toContain('C1');
  });

  test('C2: is broken where a commit follows a forged ack only', () => {
    const run = spoiled(
      (kiosk) => finalOf(kiosk).claimedBy === 'first',
      ({ wire }) => ({
        wire: wire.map((record) => (record.event === 'sign:link_ack' ? { ...record, fate: 'forged' } : record)),
      }),
    );
    expect(brokenPromises(run)).toEqual(['C2']);
  });

  test('C2: is broken where the ack has the token of another attempt', () => {
    const run = spoiled(
      (kiosk) => finalOf(kiosk).claimedBy === 'first',
      ({ wire }) => ({
        wire: wire.map((record) =>
          record.event === 'sign:link_ack' ? { ...record, claimToken: 'f'.repeat(64) } : record,
        ),
      }),
    );
    expect(brokenPromises(run)).toEqual(['C2']);
  });

  test('C3: is broken where a failed claim left an organization on the kiosk, or a page on its screen', () => {
    const unclaimed = (kiosk: KioskEvidence) => finalOf(kiosk).claimedBy === null;
    const left = spoiled(unclaimed, () => ({ document: { organizationId: 'somebody' } }));
    expect(brokenPromises(left)).toContain('C3');
    const shown = spoiled(unclaimed, ({ screens }) => ({
      screens: [{ atMs: 0, screen: { kind: 'page', url: 'http://pages.example/' } }, ...screens],
    }));
    expect(brokenPromises(shown)).toEqual(['C3']);
  });

  test('C4: is broken where "claimed" was told without a commit, or a commit was never told', () => {
    const claimed = perfect.attempts.find(({ outcome }) => outcome === 'committed')!;
    const without = { ...perfect, attempts: perfect.attempts.filter((attempt) => attempt !== claimed) };
    expect(brokenPromises(without)).toContain('C4');
    const untold = spoiled(
      (kiosk) => finalOf(kiosk).claimedBy !== null,
      () => ({ told: [] }),
    );
    expect(brokenPromises(untold)).toEqual(expect.arrayContaining(['C4', 'told']));
  });

  test('C5: is broken where a page was loaded twice, by the kiosk’s count or the server’s', () => {
    const loads = (kiosk: KioskEvidence) => kiosk.claimLoads.size > 0;
    const twice = (counts: ReadonlyMap<string, number>) => new Map([...counts].map(([url]) => [url, 2]));
    expect(brokenPromises(spoiled(loads, ({ claimLoads }) => ({ claimLoads: twice(claimLoads) })))).toEqual(['C5']);
    expect(brokenPromises(spoiled(loads, ({ served }) => ({ served: twice(served) })))).toEqual(['C5']);
  });

  test('C6: is broken where both of two rivals went on', () => {
    const run = spoiled(
      (kiosk) => has(kiosk, 'rival'),
      ({ told }) => ({
        told: told.map((answer) =>
          answer.code === 'request_in_progress' ? { ...answer, status: 201, code: 'claimed' } : answer,
        ),
      }),
    );
    expect(brokenPromises(run)).toEqual(expect.arrayContaining(['C6', 'told']));
  });

  test('C6: is not exercised where the planned race never happened', () => {
    const run = {
      ...perfect,
      kiosks: perfect.kiosks.map((kiosk) => (has(kiosk, 'rival') ? { ...kiosk, told: [] } : kiosk)),
    };
    expect(brokenPromises(run)).toContain('C6');
  });

  test('C7: is broken where the kiosk shows another page than its record says', () => {
    const run = spoiled(
      (kiosk) => finalOf(kiosk).screen === 'page',
      ({ document }) => ({ document: { ...(document as object), currentUrl: 'http://elsewhere.example/' } }),
    );
    expect(brokenPromises(run)).toEqual(['C7']);
  });

  test('C10: is broken where an attempt is missing in the history, or has another outcome there', () => {
    const failed = perfect.attempts.find(({ outcome }) => outcome === 'device_load_failed')!;
    expect(brokenPromises({ ...perfect, attempts: perfect.attempts.filter((attempt) => attempt !== failed) })).toEqual([
      'C10',
    ]);
    const otherwise = perfect.attempts.map((attempt) => (attempt === failed ? { ...attempt, reason: null } : attempt));
    expect(brokenPromises({ ...perfect, attempts: otherwise })).toEqual(['C10']);
  });

  test('K1: is broken where a swapped machine kept its identity, or a rebooted one lost it', () => {
    expect(
      brokenPromises(
        spoiled(
          (kiosk) => has(kiosk, 'mac_swap'),
          ({ signIds }) => ({ signIds: signIds.slice(0, 1) }),
        ),
      ),
    ).toContain('K1');
    expect(
      brokenPromises(
        spoiled(
          (kiosk) => has(kiosk, 'power_cut'),
          ({ signIds }) => ({ signIds: [...signIds, 'other'] }),
        ),
      ),
    ).toContain('K1');
  });

  test('K2: is broken where a rebooted sign waited for the backend, or showed the QR', () => {
    const rebooted = (kiosk: KioskEvidence) => has(kiosk, 'reboot');
    expect(
      brokenPromises(
        spoiled(rebooted, ({ boots }) => ({ boots: boots.map((boot) => ({ ...boot, beforeRegister: false })) })),
      ),
    ).toEqual(['K2']);
    expect(
      brokenPromises(
        spoiled(rebooted, ({ boots }) => ({ boots: boots.map((boot) => ({ ...boot, firstScreen: 'qr' })) })),
      ),
    ).toEqual(['K2']);
  });

  test('K8: is broken where the QR screen stayed too long', () => {
    expect(
      brokenPromises(
        spoiled(
          ({ qrGoneMs }) => qrGoneMs.length > 0,
          () => ({ qrGoneMs: [1_001] }),
        ),
      ),
    ).toEqual(['K8']);
  });

  test('heartbeats: the promise is broken where one was lost or answered twice', () => {
    const count = { sent: 3, acked: 2, unasked: 0, inFlight: 0, lost: 1 };
    expect(
      brokenPromises(
        spoiled(
          () => true,
          () => ({ heartbeats: count }),
        ),
      ),
    ).toEqual(['heartbeats']);
    expect(
      brokenPromises(
        spoiled(
          () => true,
          () => ({ heartbeats: { ...count, lost: 0, unasked: 1 } }),
        ),
      ),
    ).toEqual(['heartbeats']);
  });

  test('told: the promise is broken where a story could not be played to its end', () => {
    expect(
      brokenPromises(
        spoiled(
          () => true,
          () => ({ stuck: ['waited in vain'] }),
        ),
      ),
    ).toEqual(['told']);
  });

  const withDuty = (duty: string) => (kiosk: KioskEvidence) => kiosk.duties.some((one) => one.duty === duty);

  test('duties: the promise is broken where something else was seen', () => {
    const run = spoiled(withDuty('update'), (kiosk) => ({
      duties: kiosk.duties.map((duty) => ({ ...duty, seen: ['update acked'] })),
    }));
    expect(brokenPromises(run)).toEqual(['duties']);
  });

  test('M3: is broken where a command counts as done that the sign refused or never answered, or where it has no end', () => {
    const refused = spoiled(withDuty('refresh'), (kiosk) => ({
      commandAnswers: kiosk.commandAnswers.map((answer) => ({ ...answer, code: 'reboot_loop' })),
    }));
    expect(brokenPromises(refused)).toEqual(['M3']);
    expect(brokenPromises(spoiled(withDuty('refresh'), () => ({ commandAnswers: [] })))).toEqual(['M3']);
    const open = spoiled(withDuty('refresh'), (kiosk) => ({
      duties: kiosk.duties.map((duty) => ({
        ...duty,
        commands: duty.commands.map((command) => ({ ...command, state: 'sent' as const })),
      })),
    }));
    expect(brokenPromises(open)).toEqual(['M3']);
  });

  test('K6: is broken where a sign restarted twice for one command', () => {
    const run = spoiled(withDuty('reboot'), ({ restarts }) => ({ restarts: restarts + 1 }));
    expect(brokenPromises(run)).toEqual(['K6']);
  });

  test('K7: is broken where the log lacks a content fetch, has it twice, or has one that was never made', () => {
    const log = (change: (kept: Fetches) => Fetches) =>
      spoiled(withDuty('refresh'), (kiosk) => ({
        duties: kiosk.duties.map((duty) => ({ ...duty, contentFetches: change(duty.contentFetches) })),
      }));
    expect(brokenPromises(log(() => []))).toEqual(['K7']);
    expect(brokenPromises(log((kept) => [...kept, ...kept]))).toEqual(['K7']);
    expect(brokenPromises(log((kept) => kept.map((row) => ({ ...row, url: 'http://elsewhere.example/' }))))).toEqual([
      'K7',
    ]);
  });

  test('A5: is broken where the backend logged an error, answered a 5xx, caught one at a boundary or ended', () => {
    const fine = { errors: () => [], exited: () => null };
    expect(checkBackend(fine, [], 0).verdict).toBe('held');
    expect(checkBackend(fine, ['500'], 0).verdict).toBe('broken');
    expect(checkBackend({ ...fine, errors: () => ['boom'] }, [], 0).verdict).toBe('broken');
    expect(checkBackend({ ...fine, exited: () => ({ code: 1 }) }, [], 0).verdict).toBe('broken');
    expect(checkBackend(fine, [], 1).verdict).toBe('broken');
    expect(checkBackend(fine, [], null).verdict).toBe('broken');
  });
});

test('S3: the digest of outcomes is the same for equal runs, and differs for different ones', () => {
  const digest = (run: RunEvidence, startedAt: string) => {
    const facts = {
      command: '',
      seed: '',
      kiosks: 1,
      scenario: '',
      backend: '',
      versions: {},
      startedAt,
      durationSeconds: 1,
      interrupted: false,
    };
    return buildReport(facts, run, checkRun(run), {} as never, null).outcomesDigest;
  };
  expect(digest(perfect, 'now')).toBe(digest(perfectEvidence(plans), 'later'));
  expect(
    digest(
      spoiled(
        () => true,
        () => ({ told: [] }),
      ),
      'now',
    ),
  ).not.toBe(digest(perfect, 'now'));
});
