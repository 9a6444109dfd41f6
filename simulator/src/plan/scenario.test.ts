import { expect, test } from 'vitest';
import { ScenarioError, parseScenario, readScenario } from './scenario.ts';

const good = readScenario('default');
const complaint = (value: unknown): string => {
  try {
    parseScenario(value, 'file.json');
  } catch (error) {
    if (error instanceof ScenarioError) return error.message;
    throw error;
  }
  return 'accepted';
};

test('a scenario with unknown keys or wrong types is refused, with the place and what was expected', () => {
  const words = complaint({ ...good, kiosk: 3, slowPageMs: 'long', pages: { good: 1, godo: 1 } });
  expect(words).toContain('/kiosk: is not a word');
  expect(words).toContain('/slowPageMs: must be integer');
  expect(words).toContain('/pages/godo: is not a word');
});

test('a scenario without a required key is refused, with the name of the key', () => {
  const { pages: _, ...rest } = good;
  expect(complaint(rest)).toContain('pages');
});

test('a scenario with an empty deck, or with deadlines that no kiosk could keep, is refused', () => {
  expect(complaint({ ...good, linkFaults: { none: 0 } })).toContain('/linkFaults has no weight');
  expect(complaint({ ...good, ackTimeoutMs: 5_000, loadTimeoutMs: 5_000 })).toContain('/ackTimeoutMs');
});

test('a scenario file that does not exist or is not JSON is refused in plain words', () => {
  expect(() => readScenario('no-such-scenario')).toThrow(/unknown scenario "no-such-scenario"/);
  expect(() => readScenario(new URL(import.meta.url).pathname)).toThrow(/is not JSON/);
});

test('a watch that makes no sense is refused, with the place', () => {
  const { watch, ...rest } = readScenario('venue-power-cut');
  const [event, ...events] = watch!.events;
  expect(complaint({ ...rest, watch: { ...watch, events } })).toContain('/watch/events: the shares make 0.8');
  expect(complaint({ ...rest, watch: { ...watch, incidents: {} } })).toContain('/watch/incidents has none');
  const flood = { ...watch, incidents: { flood: [] } };
  expect(complaint({ ...rest, watch: flood })).toContain('/watch/incidents/flood: is not a word');
  const cut = { ...watch, incidents: { power_cut: [{ share: 2, atMs: 0, forMs: 1_000 }] } };
  expect(complaint({ ...rest, watch: cut })).toContain('/watch/incidents/power_cut/0/share');
  expect(complaint({ ...rest, watch: { ...watch, events: [event, event, ...events.slice(1)] } })).toContain('one name');
});
