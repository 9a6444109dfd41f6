import { AGENT_LIMITS } from '@sign-display/kiosk-agent/limits';
import type { SignState } from '@sign-display/kiosk-agent/state/state';
import type { VirtualSign } from '../sign.ts';
import type { Checker, Watch } from './checker.ts';
import { watchClocks } from './watch-clock-errors.ts';
import { assertPromise } from './assert-promise.ts';
import { bootDocument } from './read-stored-document.ts';

type CommandRecord = SignState['stored']['commands'][number];

/** What one sign has done of its commands, over all of its boots under one identity. */
interface Memory {
  signId: string | null;
  bootId: string | null;
  stored: readonly CommandRecord[] | null;
  known: Map<string, CommandRecord>;
  restarts: number;
  rebooted: Set<string>;
  rebootsMs: number[];
}

const isReboot = ({ kind }: { kind: string }): boolean => kind === 'reboot' || kind === 'reboot_device';
/** Between the moment at which a sign judges a reboot and the one at which it goes down. */
const GOES_DOWN_MS = 15_000;
/** Wall clocks that are right. */
const RIGHT_MS = 1_000;

const fresh = (signId: string | null, restarts: number): Memory => ({
  signId,
  bootId: null,
  stored: null,
  known: new Map(),
  restarts,
  rebooted: new Set(),
  rebootsMs: [],
});

/** What was not on the disk when the power went was never done, nor told: it may come again. */
function noteBoot(sign: VirtualSign, memory: Memory, bootId: string): void {
  memory.bootId = bootId;
  const onDisk = bootDocument(sign)?.commands;
  for (const [id, record] of memory.known) {
    const stored = onDisk?.get(id);
    if (!stored) memory.known.delete(id);
    else if (!stored.isDone) memory.known.set(id, { ...record, outcome: null });
  }
}

/** What signs make of commands: K6. */
export const kioskCommands: Checker = {
  promises: ['K6'],
  begin(world): Watch {
    const { coverage, timeline } = world;
    const clocks = watchClocks(world);
    const memories = world.signs.map(() => fresh(null, 0));
    /** When each command that a kiosk has had is over, as it was told. */
    const expiry = new Map<string, number>();

    world.network.onArrival(({ to, payload }) => {
      if (to !== 'kiosk') return;
      const { commandId, expiresAt } = (payload ?? {}) as { commandId?: unknown; expiresAt?: unknown };
      if (typeof commandId === 'string' && typeof expiresAt === 'string') expiry.set(commandId, Date.parse(expiresAt));
    });

    function checkRestart(sign: VirtualSign, memory: Memory): void {
      memory.restarts = sign.kiosk.restarts();
      const onDisk = bootDocument(sign);
      // Who gives an identity up restarts as well.
      if (onDisk === null || onDisk.signId === null) return;
      const due = [...onDisk.commands].filter(
        ([id, record]) => isReboot(record) && !record.isDone && !memory.rebooted.has(id),
      );
      assertPromise(
        due.length > 0,
        'K6',
        `kiosk ${sign.index} restarted by no command that it had stored before`,
        () => ({
          seen: [...onDisk.commands],
          expected: 'a reboot that is stored, undecided, and was never carried out',
        }),
      );
      for (const [id] of due) memory.rebooted.add(id);
      const nowMs = timeline.nowMs();
      const window = AGENT_LIMITS.rebootWindowMs - GOES_DOWN_MS;
      memory.rebootsMs = [...memory.rebootsMs.filter((ms) => nowMs - ms < window), nowMs];
      const isLoop = memory.rebootsMs.length > AGENT_LIMITS.rebootsMost && clocks.mostMs() < RIGHT_MS;
      assertPromise(!isLoop, 'K6', `kiosk ${sign.index} lets commands restart it in a loop`, () => ({
        seen: memory.rebootsMs,
        expected: `at most ${AGENT_LIMITS.rebootsMost} in ${AGENT_LIMITS.rebootWindowMs / 60_000} minutes`,
      }));
      coverage.hit('K6 restarted by command');
    }

    function checkRecord(sign: VirtualSign, memory: Memory, record: CommandRecord): void {
      const { commandId, outcome, acceptedAtMs } = record;
      const before = memory.known.get(commandId);
      memory.known.set(commandId, record);
      const found = () => ({ seen: { before, record }, expected: 'one acceptance, one outcome' });
      const name = `kiosk ${sign.index}`;
      if (before !== undefined) {
        assertPromise(before.acceptedAtMs === acceptedAtMs, 'K6', `${name} took a command twice`, found);
        const isSame = before.outcome === null || JSON.stringify(before.outcome) === JSON.stringify(outcome);
        assertPromise(isSame, 'K6', `${name} has another outcome of a command than before`, found);
      }
      if (outcome === null || before?.outcome != null) return;
      coverage.hit(`K6 ${record.kind} ${outcome.ok ? 'done' : outcome.code}`);
      const isExpired = acceptedAtMs >= (expiry.get(commandId) ?? Infinity);
      assertPromise(!outcome.ok || !isExpired, 'K6', `${name} did a command that had expired`, () => ({
        seen: record,
        expected: `refused: it was over at ${expiry.get(commandId)}`,
      }));
    }

    return {
      afterStep() {
        clocks.look();
        for (const sign of world.stirred) {
          let memory = memories[sign.index]!;
          if (sign.kiosk.restarts() !== memory.restarts) checkRestart(sign, memory);
          const state = sign.kiosk.agent();
          if (state && state.bootId !== memory.bootId) noteBoot(sign, memory, state.bootId);
          if (!state || state.phase === 'booting' || state.stored.commands === memory.stored) continue;
          const signId = state.stored.identity?.signId ?? null;
          if (signId !== memory.signId)
            memory = memories[sign.index] = { ...fresh(signId, memory.restarts), bootId: state.bootId };
          memory.stored = state.stored.commands;
          for (const record of memory.stored) checkRecord(sign, memory, record);
        }
      },
    };
  },
};
