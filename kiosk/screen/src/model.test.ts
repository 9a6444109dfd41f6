import { buildQrText } from '@sign-display/contracts/qr-payload';
import { LIMITS } from '@sign-display/contracts/limits';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readScreenModel } from './model.ts';
import { NOW_MS, SIGN_ID, drawn, undrawn } from './testing/models.ts';

const models = Object.entries({ ...drawn(NOW_MS), ...undrawn(NOW_MS) });
const model = fc.constantFrom(...models.map(([, one]) => one));

/** The path of every value in `value`, the objects among them too. */
function paths(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, inner]) => paths(inner, [...at, name]))];
}
function changed(value: unknown, [first, ...rest]: string[], put: (old: unknown) => unknown): unknown {
  if (first === undefined) return put(value);
  const record = value as Record<string, unknown>;
  return { ...record, [first]: changed(record[first], rest, put) };
}

test.each(models)('K8: the model of the state %s arrives whole', (_, sent) => {
  expect(readScreenModel(JSON.parse(JSON.stringify(sent)))).toEqual(sent);
});

test('K8: whatever else arrives is refused without a throw', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(readScreenModel(value)).toBeNull();
    }),
  );
});

test('K8: a model with one value of another kind, one field too few or one too many is refused', () => {
  const strange = fc.oneof(
    fc.constant(undefined),
    fc.constant(Number.NaN),
    fc.constant([]),
    fc.constant({}),
    fc.constant('x'.repeat(3_000)),
    fc.constant(-1e300),
  );
  fc.assert(
    fc.property(model, fc.nat(), strange, (sent, pick, value) => {
      const all = paths(sent);
      const path = all[pick % all.length]!;
      expect(readScreenModel(changed(sent, path, () => value))).toBeNull();
      const parent = path.slice(0, -1);
      expect(readScreenModel(changed(sent, parent, (old) => ({ ...(old as object), more: 1 })))).toBeNull();
      if (path.length === 0) return;
      const without = (old: unknown) =>
        Object.fromEntries(Object.entries(old as object).filter(([name]) => name !== path.at(-1)));
      expect(readScreenModel(changed(sent, parent, without))).toBeNull();
    }),
  );
});

test('K8: names, locations, addresses and idle messages of the greatest length that the contract allows are shown', () => {
  const astral = '𝒩';
  const sent = undrawn(NOW_MS)['readylongest']!;
  const name = astral.repeat(LIMITS.nameLength);
  const face = { ...sent.face, signName: name, location: name, eventName: name, message: astral.repeat(500) };
  expect(readScreenModel({ ...sent, face })).not.toBeNull();
  const claiming = drawn(NOW_MS)['claiming']!;
  expect(
    readScreenModel({ ...claiming, face: { ...claiming.face, url: 'x'.repeat(LIMITS.urlLength) } }),
  ).not.toBeNull();
});

test('K8: the QR of the drawn state is the one that the contract builds for its sign', () => {
  expect(drawn(NOW_MS)['qr']!.face).toMatchObject({ qrText: buildQrText(SIGN_ID) });
});
