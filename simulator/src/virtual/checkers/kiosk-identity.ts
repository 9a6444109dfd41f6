import { isDeepStrictEqual } from 'node:util';
import type { SignState } from '@sign-display/kiosk-agent/state/state';
import type { VirtualSign } from '../sign.ts';
import type { World } from '../world.ts';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';
import { bootDocument, isForeign, type BootDocument } from './read-stored-document.ts';

type Stored = SignState['stored'];

/** One sign's memory over all of its boots. */
interface Memory {
  state: SignState | null;
  /** The newest document that the agent was told is on disk, and all that it has wanted to write since. */
  durable: Stored | null;
  wanted: Stored[];
  atBoot: BootDocument | null;
  hasBooted: boolean;
  /** The identities that it has had, by signId, with the address of each. */
  identities: Map<string, string>;
}

/** Whose a kiosk is, and what it remembers: K1 and K3. */
export const kioskIdentity: Checker = {
  promises: ['K1', 'K3'],
  begin(world): Watch {
    const memories = world.signs.map((): Memory => ({
      state: null,
      durable: null,
      wanted: [],
      atBoot: null,
      hasBooted: false,
      identities: new Map(),
    }));
    return {
      afterStep() {
        for (const sign of world.stirred) {
          const memory = memories[sign.index]!;
          const state = sign.kiosk.agent();
          if (state === memory.state) continue;
          const before = memory.state;
          memory.state = state;
          if (state === null) continue;
          if (state.bootId !== before?.bootId) noteBoot(sign, memory);
          if (!memory.hasBooted && state.phase !== 'booting') checkBooted(world, sign, memory, state);
          if (memory.hasBooted) checkIdentity(world, sign, memory, state);
          noteStored(sign, memory, state);
        }
      },
    };
  },
};

/** K3: what is on the disk is what was last known to be, or something that was to be written after it. */
function noteBoot(sign: VirtualSign, memory: Memory): void {
  const { durable, wanted } = memory;
  const atBoot = bootDocument(sign);
  memory.atBoot = atBoot;
  memory.hasBooted = false;
  // What had only been asked to be written, and is not on the disk, is nobody's any more.
  memory.wanted = [];
  memory.durable =
    [durable, ...wanted].findLast(
      (each) =>
        (each?.identity?.signId ?? null) === (atBoot?.signId ?? null) &&
        (each?.claim?.sign.id ?? null) === (atBoot?.claimId ?? null),
    ) ?? durable;
  if (durable === null) return;
  const candidates = [durable, ...wanted];
  const found = () => ({ seen: atBoot, expected: candidates.map(({ identity, claim }) => ({ identity, claim })) });
  const name = `kiosk ${sign.index}`;
  const isSame = candidates.some(({ identity }) => (identity?.signId ?? null) === (atBoot?.signId ?? null));
  assertPromise(isSame, 'K3', `${name} lost its identity with its power`, found);
  const isOurs = candidates.some(({ claim }) => (claim?.sign.id ?? null) === (atBoot?.claimId ?? null));
  assertPromise(isOurs, 'K3', `${name} lost with its power whose it is`, found);
  // A command that was stored before it was done is still known, whatever was written after.
  for (const { commandId, outcome } of durable.commands) {
    const known = atBoot?.commands.get(commandId);
    const mayBeGone = wanted.some(({ commands }) => commands.every((record) => record.commandId !== commandId));
    const isKept = mayBeGone || (known !== undefined && (outcome === null || known.isDone));
    assertPromise(isKept, 'K3', `${name} lost a command with its power`, () => ({ seen: known, expected: commandId }));
  }
}

/** The boot is over: the sign knows what its disk knew, unless it stands on other hardware. */
function checkBooted(world: World, sign: VirtualSign, memory: Memory, { stored, phase }: SignState): void {
  const { atBoot } = memory;
  memory.hasBooted = true;
  const name = `kiosk ${sign.index}`;
  const mac = atBoot?.macAddress ?? null;
  const kind = mac === null ? 'new' : isForeign(mac, sign) ? 'foreign' : 'same';
  if (kind === 'same' && mac !== sign.kiosk.macAddress()) world.coverage.hit('K1 booted with a made-up address');
  world.coverage.hit(`K1 booted on ${kind} hardware${sign.kiosk.plugged() ? '' : ', cable out'}`);
  const found = () => ({ seen: { phase, stored }, expected: { kind, atBoot } });
  if (kind === 'foreign') {
    const isWiped = stored.identity === null && stored.claim === null && phase === 'ended';
    assertPromise(isWiped, 'K1', `${name} goes on with an identity that is another machine’s`, found);
  }
  if (kind === 'same') {
    assertPromise(stored.identity?.signId === atBoot!.signId, 'K1', `${name} became another at a boot`, found);
    assertPromise(
      (stored.claim?.sign.id ?? null) === atBoot!.claimId,
      'K3',
      `${name} forgot at a boot whose it is`,
      found,
    );
  }
}

function checkIdentity(world: World, sign: VirtualSign, memory: Memory, { stored, connection }: SignState): void {
  const { identity, claim } = stored;
  const before = memory.wanted.at(-1) ?? memory.durable;
  const name = `kiosk ${sign.index}`;
  if (identity === null) {
    if (before?.identity == null) return;
    const isElsewhere = isForeign(before.identity.macAddress, sign);
    const isReset = connection.refusal === 'identity_conflict';
    const isReleased = sign.released.has(before.identity.signId);
    assertPromise(
      isElsewhere || isReset || isReleased,
      'K1',
      `${name} gave its identity up on its own hardware`,
      () => ({
        seen: { before: before.identity, connection },
        expected: 'it is kept',
      }),
    );
    assertPromise(claim === null && stored.acks.length === 0, 'K1', `${name} kept something of who it was`, () => ({
      seen: stored,
      expected: 'nothing',
    }));
    const why = isElsewhere ? 'on foreign hardware' : isReset ? 'by a reset' : 'by hand (K13)';
    world.coverage.hit(`K1 wiped ${why}`);
    return;
  }
  const { signId, macAddress } = identity;
  const wasSquatted = before?.identity != null && !before.registered && before.identity.signId !== signId;
  if (wasSquatted) world.coverage.hit('K1 gave up an identity that another had bound first');
  else if (before?.identity != null)
    assertPromise(isDeepStrictEqual(identity, before.identity), 'K1', `${name} changed its identity`, () => ({
      seen: identity,
      expected: before.identity,
    }));
  const known = memory.identities.get(signId);
  assertPromise(known === undefined || known === macAddress, 'K1', `${name} changed its stored address`, () => ({
    seen: macAddress,
    expected: known,
  }));
  if (known === undefined) {
    memory.identities.set(signId, macAddress);
    assertPromise(macAddress === sign.kiosk.macAddress(), 'K1', `${name} stands for another machine`, () => ({
      seen: macAddress,
      expected: sign.kiosk.macAddress(),
    }));
  }
}

/** What is to be written, and what is: an acknowledged write is on the disk. */
function noteStored(sign: VirtualSign, memory: Memory, state: SignState): void {
  if (!memory.hasBooted) return;
  const { stored, revision, durableRevision } = state;
  if (revision === durableRevision) {
    if (memory.durable === stored) return;
    const onDisk = bootDocument(sign);
    const { identity, claim } = stored;
    const isThere = onDisk?.signId === (identity?.signId ?? null) && onDisk.claimId === (claim?.sign.id ?? null);
    assertPromise(isThere, 'K3', `kiosk ${sign.index} takes for stored what is not on its disk`, () => ({
      seen: onDisk,
      expected: { identity, claim },
    }));
    memory.durable = stored;
    memory.wanted = [];
  } else if (memory.wanted.at(-1) !== stored) memory.wanted.push(stored);
}
