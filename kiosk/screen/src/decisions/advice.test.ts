import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CodeFace } from '../model.ts';
import { NOW_MS, drawn, undrawn } from '../testing/models.ts';
import { adviceOf } from './advice.ts';

const faceOf = (name: string): CodeFace => ({ ...drawn(NOW_MS), ...undrawn(NOW_MS) })[name]!.face as CodeFace;

test.each([
  ['qr', 'scan'],
  ['cable', 'no_cable'],
  ['network', 'no_address'],
  ['dns', 'dns'],
  ['backend', 'no_answer'],
  ['clock', 'clock'],
  ['failed', 'failed'],
  ['starting', 'connecting'],
  ['nocard', 'no_card'],
  ['registering', 'connecting'],
  ['certificate', 'certificate'],
  ['foreign', 'other_service'],
  ['refused', 'refused'],
  ['notice', 'notice'],
])('K8: in the state %s the screen advises about %s', (state, kind) => {
  expect(adviceOf(faceOf(state)).kind).toBe(kind);
});

const states = fc.constantFrom('ok', 'failed', 'waiting');
const names = ['interface', 'address', 'dns', 'backend'] as const;
const kinds = ['no_cable', 'no_address', 'dns', 'no_answer', 'connecting'];

test('K8: of several faults the nearest one is advised about', () => {
  fc.assert(
    fc.property(states, states, states, states, (...all) => {
      const { checklist } = faceOf('qr');
      const known: Record<string, object> = checklist;
      const changed = names.map((name, at) => [
        name,
        all[at] === 'ok'
          ? known[name]
          : { state: all[at], ...(name === 'backend' && all[at] === 'failed' && { why: 'no_answer' }) },
      ]);
      const face = { ...faceOf('cable'), checklist: { ...checklist, ...Object.fromEntries(changed) } };
      const first = all.indexOf('failed');
      expect(adviceOf(face).kind).toBe(kinds[first < 0 ? 4 : first]);
    }),
  );
});

test('K8: a sign that can be claimed asks to be scanned, whatever its checklist says', () => {
  const asking = new Set(['scan', 'failed', 'notice', 'clock']);
  for (const state of ['cable', 'network', 'dns', 'backend', 'certificate', 'refused']) {
    const { kind } = adviceOf({ ...faceOf(state), qrText: 'x' });
    expect(asking).toContain(kind);
  }
});
