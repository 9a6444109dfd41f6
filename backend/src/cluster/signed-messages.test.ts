import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createSealedMessages } from './signed-messages.ts';

const clock = createManualClock();
const open = (secret = 'secret') =>
  createSealedMessages({ secret, clock, random: createSeededRandom(String(Math.random())) });

it('X3: a message is opened once, in order, whatever its text', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (bodies) => {
      const [one, two] = [open(), open()];
      const texts = bodies.map((body) => one.seal(body));
      expect(texts.map((text) => two.open(text))).toEqual(bodies.map((body) => ({ body })));
      for (const text of texts) expect(two.open(text)).toEqual({ refused: 'replayed' });
    }),
  );
});

it('X3: a message with any character changed, added or removed is refused', () => {
  const [one, two] = [open(), open()];
  const text = one.seal('["device:x",{"type":"tell"}]');
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(1), fc.string({ maxLength: 3 }), (at, removed, added) => {
      const changed = text.slice(0, at) + added + text.slice(at + removed);
      fc.pre(changed !== text);
      const opened = two.open(changed);
      expect(opened).toEqual({ refused: expect.stringMatching(/^(forged|malformed)$/) as string });
    }),
  );
  expect(two.open(text)).toEqual({ body: '["device:x",{"type":"tell"}]' });
});

it('X3: a message is refused a minute after it was sent, also by a node that has just started', () => {
  const text = open().seal('body');
  clock.advance(60_000);
  expect(open().open(text)).toEqual({ body: 'body' });
  clock.advance(1);
  expect(open().open(text)).toEqual({ refused: 'stale' });
});
