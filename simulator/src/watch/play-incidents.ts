import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { OwnBackend } from '../backend/own-backend.ts';
import type { VirtualKiosk } from '../machine/virtual-kiosk.ts';
import type { MailReceiver } from '../receivers/mail-receiver.ts';
import { wait } from '../waiting/wait.ts';
import { RESTART_MS, type Silence, type Span } from './ground-truth.ts';
import type { WatchPlan } from '../plan/watch-plan.ts';
import type { Watch } from '../plan/watch-schema.ts';

/** What the simulator did to the fleet. */
export interface IncidentLog {
  silences: Silence[];
  kills: Span[];
  refusals: Span[];
  /** What happened, in words, for the report. Milliseconds since the incidents began. */
  story: { atMs: number; what: string }[];
  /** The backend is down on purpose. */
  isDown: boolean;
}

interface IncidentWorld {
  clock: Clock;
  kiosks: readonly VirtualKiosk[];
  plan: WatchPlan;
  watch: Watch;
  backend: Pick<OwnBackend['process'], 'crash' | 'startAgain'>;
  mail: MailReceiver;
  signal: AbortSignal;
  /** Acknowledges the outages of these signs, once all of them are open. Resolves with the moment (wall clock). */
  acknowledge(signs: readonly number[]): Promise<number>;
  /** Tells each of these signs to restart. Resolves with the moments (wall clock) at which the service had taken it, in their order. */
  restart(signs: readonly number[]): Promise<number[]>;
  say(words: string): void;
}

/** Enough for a kiosk's longest backoff (contract, section 5) and a takeover. */
const BACK_WITHIN_MS = 180_000;
const SWITCH_DIES_MS = 2_000;

/** Plays the incidents. Resolves when all are over and every sign has connected again, or did not within `BACK_WITHIN_MS`. */
export async function playIncidents(world: IncidentWorld, log: IncidentLog): Promise<void> {
  const { clock, kiosks, plan, watch, backend, mail, signal, acknowledge, restart, say } = world;
  const startMs = clock.monotonicMs();
  const pause = (ms: number): Promise<void> => wait(clock, ms, signal);
  const until = (atMs: number): Promise<void> => pause(startMs + atMs - clock.monotonicMs());
  const tell = (what: string): void => {
    log.story.push({ atMs: Math.round(clock.monotonicMs() - startMs), what });
    say(what);
  };
  const { power_cut: cuts = [], wifi_flaps: flaps = [], backend_kill: kills = [] } = watch.incidents;
  const { switch_dies: switches = [], ordered_restarts: restarts = [] } = watch.incidents;

  function fallSilent(sign: number): Silence {
    const silence: Silence = { sign, fromMs: clock.now(), toMs: null };
    log.silences.push(silence);
    return silence;
  }
  /** Resolves when the kiosk has registered since `mark`, and ends its silence then. */
  async function heardAgain({ moments }: VirtualKiosk, mark: number, silence: Silence, awayMs = 0): Promise<void> {
    const giveUpMs = clock.monotonicMs() + awayMs + BACK_WITHIN_MS;
    while (silence.toMs === null && clock.monotonicMs() < giveUpMs && !signal.aborted) {
      await Promise.race([
        moments
          .since(mark, 'the kiosk to register again', ({ type }) => type === 'registered')
          .then(
            () => void (silence.toMs ??= clock.now()),
            () => {},
          ),
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
      ]);
    }
  }

  async function cutPower(indexes: readonly number[], forMs: number): Promise<void> {
    tell(`power cut: ${indexes.length} signs`);
    const off = indexes.map((index) => {
      kiosks[index]!.powerOff();
      return { kiosk: kiosks[index]!, silence: fallSilent(index) };
    });
    await pause(forMs);
    tell(`power is back for ${indexes.length} signs`);
    await Promise.all(
      off.map(({ kiosk, silence }) => {
        const mark = kiosk.moments.mark();
        kiosk.powerOn();
        return heardAgain(kiosk, mark, silence);
      }),
    );
    tell(`all ${indexes.length} signs have found the backend again`);
  }

  async function killSwitch(number: number, forMs: number, acknowledgedAfterMs: number | undefined): Promise<void> {
    const indexes = plan.switches[number]!;
    tell(`a switch dies: ${indexes.length} signs of one place`);
    const off = await Promise.all(
      indexes.map(async (index, nth) => {
        await pause((SWITCH_DIES_MS * nth) / indexes.length);
        kiosks[index]!.powerOff();
        return { kiosk: kiosks[index]!, silence: Object.assign(fallSilent(index), { switchNumber: number }) };
      }),
    );
    async function know(afterMs: number): Promise<void> {
      await pause(afterMs);
      const knownMs = await acknowledge(indexes);
      for (const { silence } of off) silence.knownMs = knownMs;
      tell(`somebody is at the ${indexes.length} outages`);
    }
    await Promise.all([acknowledgedAfterMs === undefined ? null : know(acknowledgedAfterMs), pause(forMs)]);
    tell(`the switch works again`);
    await Promise.all(
      off.map(({ kiosk, silence }) => {
        const mark = kiosk.moments.mark();
        kiosk.powerOn();
        return heardAgain(kiosk, mark, silence);
      }),
    );
  }

  async function orderRestarts(indexes: readonly number[], awayMs: number): Promise<void> {
    tell(`${indexes.length} signs are told to restart, and take ${awayMs / 1_000} s`);
    const marks = indexes.map((index) => {
      kiosks[index]!.takeToRestart(awayMs);
      return kiosks[index]!.moments.mark();
    });
    const orderedMs = await restart(indexes);
    await Promise.all(
      indexes.map((sign, nth) => {
        const fromMs = orderedMs[nth]!;
        const silence: Silence = { sign, fromMs, toMs: null, restartingUntilMs: fromMs + RESTART_MS };
        log.silences.push(silence);
        return heardAgain(kiosks[sign]!, marks[nth]!, silence, awayMs);
      }),
    );
    tell(`all ${indexes.length} signs are back from their restart`);
  }

  async function flap(index: number, { times, offMs, onMs }: NonNullable<typeof flaps>[number]): Promise<void> {
    const kiosk = kiosks[index]!;
    for (let time = 0; time < times && !signal.aborted; time += 1) {
      kiosk.setCable(false);
      const silence = fallSilent(index);
      await pause(offMs);
      const mark = kiosk.moments.mark();
      kiosk.setCable(true);
      await heardAgain(kiosk, mark, silence);
      await pause(onMs);
    }
  }

  await Promise.all([
    ...cuts.map(async ({ atMs, forMs }, number) => {
      await until(atMs);
      await cutPower(plan.powerCuts[number]!, forMs);
    }),
    ...switches.map(async ({ atMs, forMs, acknowledgedAfterMs }, number) => {
      await until(atMs);
      await killSwitch(number, forMs, acknowledgedAfterMs);
    }),
    ...restarts.map(async ({ atMs, awayMs }, number) => {
      await until(atMs);
      await orderRestarts(plan.restarts[number]!, awayMs);
    }),
    ...flaps.map(async (flapping, number) => {
      await until(flapping.atMs);
      const indexes = plan.wifiFlaps[number]!;
      tell(`the network of ${indexes.length} signs comes and goes, ${flapping.times} times`);
      await Promise.all(indexes.map((index) => flap(index, flapping)));
      tell(`the network of ${indexes.length} signs is steady again`);
    }),
    ...kills.map(async ({ atMs, downMs }) => {
      await until(atMs);
      const marks = kiosks.map(({ moments }) => moments.mark());
      const kill: Span = { fromMs: clock.now(), toMs: Infinity };
      log.kills.push(kill);
      log.isDown = true;
      tell('the backend is killed (SIGKILL)');
      await backend.crash();
      await pause(downMs);
      tell('the backend is started again');
      await backend.startAgain();
      log.isDown = false;
      kill.toMs = clock.now();
      tell('the backend serves again');
      // These signs had power all the time. That they lost the backend is no silence of theirs.
      const nobody = (): Silence => ({ sign: -1, fromMs: 0, toMs: null });
      await Promise.all(kiosks.map((kiosk, index) => heardAgain(kiosk, marks[index]!, nobody())));
      tell('the signs have found the backend again');
    }),
    ...(watch.incidents.smtp_refuses ?? []).map(async ({ atMs, forMs }) => {
      await until(atMs);
      const refusal: Span = { fromMs: clock.now(), toMs: Infinity };
      log.refusals.push(refusal);
      mail.setRefusing(true);
      tell('the mail server refuses');
      await pause(forMs);
      mail.setRefusing(false);
      refusal.toMs = clock.now();
      tell('the mail server takes mails again');
    }),
  ]);
}
