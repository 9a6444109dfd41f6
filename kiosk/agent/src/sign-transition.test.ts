import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { configMessage, PAGE, UNCLAIMED_CONFIG } from './testing/backend-messages.ts';
import { GOOD } from './testing/scripted-shell.ts';
import { anyAction } from './testing/sign-actions.ts';
import { checkAnalyticsSettled, endBatch, urlsOnDisk, writeBatch } from './testing/analytics-promises.ts';
import { ackBeat, endJob, LOG_REPLIES, replyToLogs } from './testing/command-actions.ts';
import { checkCommandsSettled } from './testing/command-promises.ts';
import { checkState, checkStep, newMemory } from './testing/sign-promises.ts';
import { connectFully, createSignWorld } from './testing/sign-world.ts';

/**
 * Anything may happen to a sign, in any order; after every single event the promises hold (testing/sign-promises.ts and the
 * checks in testing/sign-actions.ts). Then the faults stop, and the sign is what the backend says.
 */
test('C2, C3, C5, C7, K1, K2, K4, K6, K7, K12, M3, N8: whatever happens to a sign, every step keeps the promises, and then it converges', () => {
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

        // A reboot that waited for the disk may come now.
        for (let boots = 0; !connectFully(world) && boots < 3; boots += 1) world.boot();
        expect(connectFully(world)).toBe(true);
        const sameRecord = world.state.stored.claim?.sign.id === configMessage().sign?.id;
        const payload = claimed ? configMessage({ version: 1_000 }) : UNCLAIMED_CONFIG;
        world.act({ type: 'received', connection: world.state.connection.id, event: 'sign:config', payload });
        const onDisk = claimed && sameRecord ? urlsOnDisk(world) : [];
        for (let round = 0; round < 150; round += 1) {
          world.endProof(GOOD);
          world.pass(1_000);
          while (world.writes.length > 0) world.write();
          while (world.jobs.length > 0) endJob(world, true);
          while (world.logs.length > 0) replyToLogs(world, LOG_REPLIES[0]);
          ackBeat(world);
          while (world.batchWrites.length > 0) writeBatch(world);
          endBatch(world, 'kept', memory.analytics);
          if (!connectFully(world) && world.state.phase !== 'running') world.boot();
        }
        checkAnalyticsSettled(world, memory.analytics, onDisk);
        checkCommandsSettled(world, memory.commands);
        expect(world.state.screen).toMatchObject(claimed ? { kind: 'page', url: PAGE } : { kind: 'qr' });
        expect(world.overlay).toBeNull();
        expect(world.disk).toEqual(world.state.stored);
        expect(world.disk?.currentUrl).toBe(claimed ? PAGE : null);
      },
    ),
    { numRuns: 500 },
  );
});
