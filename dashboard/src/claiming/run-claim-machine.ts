import type { Client } from '@sign-display/client/client';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { Cancel, Clock, Random } from '@sign-display/contracts/clock-and-random';
import type { MeResponse } from '@sign-display/contracts/rest/session';
import { createSignal, onCleanup, type Accessor } from 'solid-js';
import type { ClaimingWords } from '../words/claiming-words-loader.ts';
import type { Frame } from './screen-model-types.ts';
import type { Effect, ClaimEvent, Moment, Opening, TimerName } from './machine-event-and-effect-types.ts';
import { holdsDevice } from './holds-device.ts';
import { savedClaimOf, restored } from './saved-claim.ts';
import { open, step } from './phone-claim-machine.ts';
import { createService } from './claim-requests.ts';
import type { ClaimState, Place } from './claim-state.ts';
import { createSteps } from './lazy-claim-socket.ts';
import type { ClaimStore } from './claim-storage.ts';
import { timersOf } from './claim-timers.ts';
import { view } from './view.ts';

/** The edge of the claim: keeps what must not be lost, runs effects and timers, and draws the frame anew when the state or the time says so. */

interface ClaimingPorts {
  client: Client;
  clock: Clock;
  random: Random;
  words: ClaimingWords;
  me: MeResponse;
  storage: ClaimStore;
  /** Leads away from the claim. */
  lead: (to: Extract<Effect, { do: 'go' }>) => void;
}

export interface Claiming {
  state: Accessor<ClaimState>;
  frame: Accessor<Frame>;
  happen: (happening: ClaimEvent) => void;
}

/** How often a frame is drawn anew though nothing happens: tenths of seconds, a countdown, minutes. */
function redrawEveryMs({ is }: Place): number {
  if (is === 'claiming') return 200;
  return is === 'found' || is === 'refused' || is === 'done' ? 1_000 : 30_000;
}

export function createClaiming(ports: ClaimingPorts, opening: Opening): Claiming {
  const { client, clock, random, words, me, storage } = ports;
  const timers = new Map<TimerName, { atMs: number; cancel: Cancel }>();
  let isGone = false;

  const now = () => ({ nowMs: clock.monotonicMs(), wallMs: clock.now() });
  const moment = (): Moment => ({ ...now(), newId: makeUuidV4(random) });

  const begun = open(opening, restored(storage.read(), now()), moment());
  const [state, setState] = createSignal(begun.state);
  const [frame, setFrame] = createSignal(view(begun.state, words, now()));

  const steps = createSteps((update) => happen({ type: 'step', ...update }));
  const service = createService({ client, clock, organizations: me.organizations, tell: (told) => happen(told) });

  function run(effect: Effect): void {
    if (effect.do === 'go') return ports.lead(effect);
    const perform = service[effect.do] as (effect: Effect) => Promise<void>;
    void perform(effect);
  }

  /** The timers that the state wants, and no others. */
  function setTimers(wanted: ClaimState): void {
    const next = timersOf(wanted);
    for (const [name, { atMs, cancel }] of timers) {
      if (next.some((timer) => timer.name === name && timer.atMs === atMs)) continue;
      cancel();
      timers.delete(name);
    }
    for (const { name, atMs } of next) {
      if (timers.has(name)) continue;
      const cancel = clock.after(Math.max(0, atMs - clock.monotonicMs()), () => {
        timers.delete(name);
        happen({ type: 'timer', name });
      });
      timers.set(name, { atMs, cancel });
    }
  }

  let cancelRedraw: Cancel = () => {};
  function draw(): void {
    cancelRedraw();
    if (isGone) return;
    setFrame(view(state(), words, now()));
    cancelRedraw = clock.after(redrawEveryMs(state().place), draw);
  }

  /** Keeps, then acts: what is sent was written before. */
  function follow(next: ClaimState, effects: Effect[]): void {
    const isKept = storage.write(savedClaimOf(next, now()));
    setState(isKept === next.isKept ? next : { ...next, isKept });
    setTimers(next);
    if (next.place.is !== 'done') service.endLook();
    // From when a sign is found: the first step of its claim is told within milliseconds.
    steps.want(holdsDevice(next) || next.place.is === 'claiming');
    draw();
    effects.forEach(run);
  }

  function happen(happening: ClaimEvent): void {
    if (isGone) return;
    const next = step(state(), happening, moment());
    if (next.state !== state() || next.effects.length > 0) follow(next.state, next.effects);
  }

  follow(begun.state, begun.effects);
  onCleanup(() => {
    isGone = true;
    cancelRedraw();
    for (const { cancel } of timers.values()) cancel();
    steps.want(false);
    service.endLook();
  });
  return { state, frame, happen };
}
