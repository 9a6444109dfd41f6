import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readScenario } from './scenario.ts';
import { planWatch } from './watch-plan.ts';

const watch = readScenario('venue-power-cut').watch!;

test('S3: one seed picks the same signs for an incident, the same share of each event', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 5, max: 600 }), (seed, kiosks) => {
      const plan = planWatch(seed, watch, kiosks);
      expect(plan).toEqual(planWatch(seed, watch, kiosks));
      expect(plan.eventOf).toHaveLength(kiosks);
      for (const [event, indexes] of Map.groupBy(plan.eventOf.keys(), (index) => plan.eventOf[index]!)) {
        const taken = plan.powerCuts[0]!.filter((index) => plan.eventOf[index] === event);
        expect(taken).toHaveLength(Math.max(1, Math.round(indexes.length * 0.5)));
        expect(new Set(taken).size).toBe(taken.length);
      }
      const all = [...plan.powerCuts, ...plan.wifiFlaps].flat();
      expect(new Set(all).size).toBe(all.length);
    }),
  );
});

test('another seed picks other signs for an incident', () => {
  expect(planWatch('1', watch, 500).powerCuts).not.toEqual(planWatch('2', watch, 500).powerCuts);
});

test('the signs of a switch are of one place, and no other incident hits them', () => {
  const dying = readScenario('switch-dies').watch!;
  const incidents = { ...dying.incidents, power_cut: [{ share: 0.5, atMs: 0, forMs: 1_000 }] };
  const { switches, powerCuts } = planWatch('1', { ...dying, incidents }, 300);
  expect(switches[0]).toHaveLength(40);
  expect(new Set(switches[0]!.map((index) => index % dying.places!)).size).toBe(1);
  expect(new Set([...switches.flat(), ...powerCuts.flat()]).size).toBe(40 + powerCuts[0]!.length);
});
