import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { configMessage, PAGE, UNCLAIMED_CONFIG } from './testing/backend-messages.ts';
import { GOOD } from './testing/scripted-shell.ts';
import { anyAction } from './testing/sign-actions.ts';
import { checkState, checkStep, newMemory } from './testing/sign-promises.ts';
import { connectFully, createSignWorld } from './testing/sign-world.ts';

/**
 * Anything may happen to a sign, in any order; after every single event the promises hold (testing/sign-promises.ts and the
 * checks in testing/sign-actions.ts). Then the faults stop, and the sign is what the backend says.
 */
test('C2, C3, C5, C7, K1, K2, K4: whatever happens to a sign, every step keeps the promises, and then it converges', () => {
  fc.assert(
    fc.property(
      fc.array(anyAction, { maxLength: 80, size: 'max' }),
      fc.integer(),
      fc.boolean(),
      (actions, seed, claimed) => {
        const world = createSignWorld(seed);
        const memory = newMemory();
        world.onStep = (before, event, effects) => checkStep(world, memory, before, event, effects);
        world.boot();
        for (const action of actions) {
          action.run(world, memory);
          checkState(world);
        }

        if (world.state.phase !== 'running') world.boot();
        expect(connectFully(world)).toBe(true);
        const payload = claimed ? configMessage({ version: 1_000 }) : UNCLAIMED_CONFIG;
        world.act({ type: 'received', connection: world.state.connection.id, event: 'sign:config', payload });
        for (let round = 0; round < 150; round += 1) {
          world.endProof(GOOD);
          world.pass(1_000);
          while (world.writes.length > 0) world.write();
        }
        expect(world.state.screen).toMatchObject(claimed ? { kind: 'page', url: PAGE } : { kind: 'qr' });
        expect(world.disk).toEqual(world.state.stored);
        expect(world.disk?.currentUrl).toBe(claimed ? PAGE : null);
      },
    ),
    { numRuns: 500 },
  );
});
