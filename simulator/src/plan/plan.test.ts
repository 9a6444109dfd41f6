import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readScenario } from './scenario.ts';
import { expectedOutcome } from './expected-outcome.ts';
import { makePlan } from './make-plan.ts';
import { AFTER_CLAIM, CLAIM_PAGES, LINK_FAULTS, type LinkFault } from './scenario-terms.ts';

const scenario = readScenario('default');
const limits = { wrongCodes: true, twoPeople: true };
const seed = fc.string({ minLength: 1, maxLength: 20 });
const index = fc.integer({ min: 0, max: 5_000 });
const firstClaim = (plan: ReturnType<typeof makePlan>) =>
  plan.steps.find((step) => step.do === 'claim' && step.request === 'first')!;

describe('plans of kiosks', () => {
  test('S3: a plan is a function of seed, scenario and index', () => {
    fc.assert(
      fc.property(seed, index, (seed, index) => {
        expect(makePlan(seed, scenario, limits, index)).toEqual(makePlan(seed, scenario, limits, index));
      }),
      { numRuns: 50 },
    );
  });

  test('S3: plans of other seeds and other indexes differ', () => {
    const names = new Set(
      Array.from({ length: 200 }, (_, n) => JSON.stringify({ ...makePlan(`${n % 2}`, scenario, limits, n >> 1) })),
    );
    expect(names.size).toBe(200);
  });

  test('a fleet as large as a deck meets every fault of it, and a larger fleet every page and every turn', () => {
    const plans = Array.from({ length: 300 }, (_, n) => makePlan('7', scenario, limits, n));
    const faults = new Set<LinkFault>();
    for (const plan of plans.slice(0, 28)) {
      const step = firstClaim(plan);
      if (step.do === 'claim') faults.add(step.fault);
    }
    expect([...faults].sort()).toEqual([...LINK_FAULTS].sort());
    const pages = new Set(plans.flatMap(({ steps }) => steps.map((step) => (step.do === 'claim' ? step.page : ''))));
    for (const page of CLAIM_PAGES) expect(pages).toContain(page);
    const turns = new Set(plans.flatMap(({ steps }) => steps.map((step) => step.do)));
    for (const turn of ['reboot', 'power_cut', 'mac_swap', 'cable_out', 'cable_in']) expect(turns).toContain(turn);
  });

  test('against a running backend nobody types a wrong code or borrows a requestId', () => {
    const steps = Array.from(
      { length: 500 },
      (_, n) => makePlan('7', scenario, { wrongCodes: false, twoPeople: false }, n).steps,
    ).flat();
    expect(steps.filter((step) => step.do === 'claim' && step.proof.code !== 'right')).toEqual([]);
    expect(steps.filter((step) => step.do === 'claim' && step.body === 'borrowed')).toEqual([]);
  });
});

describe('expected outcomes of plans', () => {
  test('C4: every plan has an expected outcome that agrees with itself', () => {
    fc.assert(
      fc.property(seed, index, (seed, index) => {
        const plan = makePlan(seed, scenario, limits, index);
        const { told, final } = expectedOutcome(plan);
        const claims = plan.steps.filter((step) => step.do === 'claim');
        expect(told.filter(({ action }) => action === 'claim').length).toBeGreaterThanOrEqual(claims.length);
        // C4: told "claimed", or nothing at all, if and only if a record stands.
        const claimed = told.filter(({ code }) => code === 'claimed');
        expect(claimed.length > 0).toBe(final.claimedBy !== null);
        for (const { request } of claimed) expect(request).toBe(final.claimedBy);
        expect(final.screen === 'qr').toBe(!final.kioskIsClaimed);
        expect(final.kioskIsClaimed).toBe(final.claimedBy !== null && !final.newIdentity);
      }),
      { numRuns: 300 },
    );
  });

  test('C5: after a lost ack the operator is told device_no_ack, and the same request then brings the outcome of its page', () => {
    const only = { ...scenario, linkFaults: { ack_lost: 1 }, mistakes: { wrongCode: 0, unknownCode: 0, badUrl: 0 } };
    const plan = makePlan('1', { ...only, pages: { good: 1 }, afterClaim: { replay: 1 }, startFirst: 0 }, limits, 0);
    expect(expectedOutcome(plan).told.map(({ request, status, code }) => [request, status, code])).toEqual([
      ['first', 504, 'device_no_ack'],
      ['first', 201, 'claimed'],
      ['first', 200, 'claimed'],
    ]);
  });

  test('the default scenario’s deck afterClaim has every card', () => {
    expect(Object.keys(scenario.afterClaim).sort()).toEqual([...AFTER_CLAIM].sort());
  });
});
