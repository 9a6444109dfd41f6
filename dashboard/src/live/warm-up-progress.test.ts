import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NodeWarmUp } from '@sign-display/contracts/backend-warm-up';
import { warmUpCountOf } from './warm-up-progress.ts';

const warmUp = (reason: NodeWarmUp['reason'], counts?: { heard: number; of: number }): NodeWarmUp => ({
  nodeId: '0b9de1c1-0000-4000-8000-000000000000',
  reason,
  since: '2026-11-14T19:42:04.000Z',
  until: '2026-11-14T19:43:04.000Z',
  ...counts,
});

test('N2: of nodes that start at once each sign is counted once, however they share the signs', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000), { minLength: 1, maxLength: 5 }), fc.nat(1_000), (parts, missing) => {
      const heard = parts.reduce((sum, part) => sum + part, 0);
      const of = heard + missing;
      const told = warmUpCountOf(parts.map((part) => warmUp('start', { heard: part, of })));
      expect(told).toEqual(of === 0 ? null : { heard, of });
    }),
  );
});

test('N2: of nodes whose own signs fell silent all are counted', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1_000), fc.nat(1_000)), { minLength: 1, maxLength: 5 }), (nodes) => {
      const told = warmUpCountOf(nodes.map(([heard, away]) => warmUp('mass_silence', { heard, of: heard + away })));
      const heard = nodes.reduce((sum, [here]) => sum + here, 0);
      const of = nodes.reduce((sum, [here, away]) => sum + here + away, 0);
      expect(told).toEqual(of === 0 ? null : { heard, of });
    }),
  );
});

test('N2: never more are heard than there are, and nodes that do not tell say nothing', () => {
  expect(warmUpCountOf([warmUp('start', { heard: 2, of: 3 }), warmUp('mass_silence', { heard: 2, of: 2 })])).toEqual({
    heard: 4,
    of: 4,
  });
  expect(warmUpCountOf([warmUp('start'), warmUp('mass_silence')])).toBe(null);
  expect(warmUpCountOf([warmUp('start'), warmUp('mass_silence', { heard: 1, of: 3 })])).toEqual({ heard: 1, of: 3 });
});
