import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { startCamera, stepCamera, type CameraEvent, type CameraMachine } from './camera-machine.ts';

/** Runs events; `opened` and the like are of an attempt so many before the present one. */
const events: fc.Arbitrary<(machine: CameraMachine) => CameraEvent> = fc.oneof(
  fc
    .tuple(fc.constantFrom('opened', 'lost'), fc.integer({ min: 0, max: 2 }))
    .map(([type, ago]) => ({ attempt }: CameraMachine): CameraEvent => ({
      type: type as 'opened' | 'lost',
      attempt: attempt - ago,
    })),
  fc
    .tuple(fc.constantFrom('refused', 'absent', 'busy', 'insecure'), fc.integer({ min: 0, max: 2 }))
    .map(([why, ago]) => ({ attempt }: CameraMachine): CameraEvent => ({
      type: 'failed',
      why: why as 'refused' | 'absent' | 'busy' | 'insecure',
      attempt: attempt - ago,
    })),
  fc
    .constantFrom('hidden', 'shown', 'reader_broke')
    .map((type) => (): CameraEvent => ({ type: type as 'hidden' | 'shown' | 'reader_broke' })),
);
const runs = fc.array(events, { maxLength: 60 });

test('D5: a hidden page never holds a camera nor asks for one, whatever happens', () => {
  fc.assert(
    fc.property(fc.boolean(), runs, (startsHidden, made) => {
      let machine = startCamera(startsHidden);
      let isHidden = startsHidden;
      for (const make of made) {
        const event = make(machine);
        if (event.type === 'hidden' || event.type === 'shown') isHidden = event.type === 'hidden';
        machine = stepCamera(machine, event);
        expect(isHidden && (machine.phase === 'opening' || machine.phase === 'live')).toBe(false);
      }
    }),
  );
});

test('D5: a camera that comes for an earlier attempt is never taken for the present one', () => {
  fc.assert(
    fc.property(runs, (made) => {
      let machine = startCamera(false);
      for (const make of made) {
        const before = machine;
        const event = make(machine);
        machine = stepCamera(machine, event);
        if ('attempt' in event && event.attempt !== before.attempt) expect(machine).toBe(before);
        expect(machine.attempt).toBeGreaterThanOrEqual(before.attempt);
        // Each time the browser is asked, it is for an attempt of its own.
        if (machine.phase === 'opening' && before.phase !== 'opening') expect(machine.attempt).toBe(before.attempt + 1);
      }
    }),
  );
});

test('D5: from every state a page that is hidden and shown again, and given a camera, has it live, but over http or without its reader', () => {
  fc.assert(
    fc.property(runs, (made) => {
      let machine = startCamera(false);
      for (const make of made) machine = stepCamera(machine, make(machine));
      const isFinal = machine.phase === 'unusable' && (machine.why === 'insecure' || machine.why === 'no_reader');
      machine = stepCamera(stepCamera(machine, { type: 'hidden' }), { type: 'shown' });
      machine = stepCamera(machine, { type: 'opened', attempt: machine.attempt });
      expect(machine.phase).toBe(isFinal ? 'unusable' : 'live');
    }),
  );
});

test('D5: a camera that others take away again and again is busy after three times', () => {
  let machine = startCamera(false);
  for (let losses = 0; losses < 3; losses += 1) {
    expect(machine.phase).toBe('opening');
    machine = stepCamera(machine, { type: 'opened', attempt: machine.attempt });
    machine = stepCamera(machine, { type: 'lost', attempt: machine.attempt });
  }
  expect(machine).toMatchObject({ phase: 'unusable', why: 'busy' });
});
