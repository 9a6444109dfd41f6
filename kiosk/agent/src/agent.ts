import { makeUuidV4 } from '@sign-display/contracts/identifiers';
import type { BackendEvent } from '@sign-display/contracts/kiosk-events';
import type { Effect, EffectOf, TimerName } from './effects.ts';
import type { SignEvent } from './events.ts';
import { makeFreshIdentity } from './identity.ts';
import { AGENT_LIMITS, type AgentLimits } from './limits.ts';
import type { Cancel, Clock, Connection, Random, Shell, Store, Transport } from './ports.ts';
import { createStoreWriter } from './store-writer.ts';
import { transition } from './sign-state.ts';
import { initialState, type SignState } from './state.ts';

export interface AgentOptions {
  clock: Clock;
  random: Random;
  transport: Transport;
  store: Store;
  shell: Shell;
  appVersion: string;
  /** In place of the defaults; the backend's own values replace them at register. */
  limits?: Partial<AgentLimits>;
}

export interface Agent {
  /** Boots. Resolves when the store has been read and the first screen was asked for (or a network interface is awaited). */
  start(): Promise<void>;
  /** Cancels every timer and closes the connection at once; resolves when the writes to the store have been tried. */
  stop(): Promise<void>;
  /** The shell's word that the page on screen crashed, hung or went blank (promises K5 and K9). */
  pageFailed(failure: { url: string; code: string; detail: string }): void;
  /** What the sign knows now, for checklists and checkers. Holds the secret: never log it whole. */
  state(): Readonly<SignState>;
}

type Executors = { [Type in Effect['type']]: (effect: EffectOf<Type>) => void };

const NO_METRICS = { cpuLoad: 0, memUsedBytes: 0, memTotalBytes: 0, uptimeSeconds: 0 };
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * The sign: runs `transition` on what happens and carries out what it asks for. Decides nothing. Whatever a port does (throw,
 * reject, answer late or never), nothing is thrown from here.
 */
export function createAgent({ clock, random, transport, store, shell, appVersion, limits }: AgentOptions): Agent {
  let state = initialState({
    bootId: makeUuidV4(random),
    appVersion,
    limits: { ...AGENT_LIMITS, ...limits },
    heartbeatPhase: random.float(),
  });
  let running = false;
  let connection: { id: number; port: Connection } | null = null;
  let booted: () => void = () => {};
  const timers = new Map<TimerName, Cancel>();
  const queue: SignEvent[] = [];
  let working = false;

  const writer = createStoreWriter({
    store,
    clock,
    firstMs: state.limits.storeRetryFirstMs,
    longestMs: state.limits.storeRetryLongestMs,
    onStored: (revision) => dispatch({ type: 'stored', revision }),
    onFailed: (error) => log('error', 'store write failed', { error: wordsOf(error) }),
  });

  function log(...entry: Parameters<Shell['log']>): void {
    try {
      shell.log(...entry);
    } catch {
      // A shell that cannot log has nobody to be told.
    }
  }

  /** Events that come while another is worked on (a port that answers at once) wait their turn. */
  function dispatch(event: SignEvent): void {
    if (!running) return;
    queue.push(event);
    if (working) return;
    working = true;
    // stop() empties the queue.
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const now = { wallMs: clock.now(), monotonicMs: clock.monotonicMs(), chance: random.float() };
      const result = transition(state, next, now);
      state = result.state;
      for (const effect of result.effects) execute(effect);
    }
    working = false;
    if (state.phase !== 'booting') booted();
  }

  function execute(effect: Effect): void {
    if (!running) return;
    try {
      (executors[effect.type] as (effect: Effect) => void)(effect);
    } catch (error) {
      log('error', 'port failed', { effect: effect.type, error: wordsOf(error) });
    }
  }

  /** What a port promises, as an event; a rejection, a throw too. */
  function ask<Value>(
    call: () => Promise<Value>,
    answer: (value: Value) => SignEvent,
    failure: (words: string) => SignEvent,
  ): void {
    void (async () => call())().then(
      (value) => dispatch(answer(value)),
      (error: unknown) => dispatch(failure(wordsOf(error))),
    );
  }

  /** The connection's port, where it is still the one that the effect was meant for. */
  const portOf = (id: number): Connection | null => (connection?.id === id ? connection.port : null);

  const executors: Executors = {
    log: ({ level, message, fields }) => log(level, message, fields),
    read_store: () =>
      ask(
        () => store.read(),
        ({ document, damaged }) => ({ type: 'store_read', document, damaged }),
        (error) => ({ type: 'store_unreadable', error }),
      ),
    list_interfaces: () => {
      const listed = (interfaces: Awaited<ReturnType<Shell['networkInterfaces']>>): SignEvent => ({
        type: 'interfaces_listed',
        interfaces,
        fresh: makeFreshIdentity(random),
      });
      ask(
        () => shell.networkInterfaces(),
        listed,
        () => listed([]),
      );
    },
    write_store: ({ revision, document }) => writer.write(revision, document),
    connect: ({ connection: id, handshake }) => {
      const refuse = (error: unknown) =>
        dispatch({ type: 'refused', connection: id, code: null, detail: wordsOf(error) });
      try {
        const port = transport.connect(handshake, {
          onOpen: () => dispatch({ type: 'opened', connection: id }),
          onRefused: (code, detail) => dispatch({ type: 'refused', connection: id, code, detail }),
          onLost: (reason) => dispatch({ type: 'lost', connection: id, reason }),
          onMessage: (event: BackendEvent | (string & {}), payload) =>
            dispatch({ type: 'received', connection: id, event, payload }),
        });
        connection = { id, port };
      } catch (error) {
        refuse(error);
      }
    },
    close: ({ connection: id }) => {
      const port = portOf(id);
      connection = null;
      port?.close();
    },
    register: ({ connection: id, message, timeoutMs }) =>
      ask(
        async () =>
          (await portOf(id)?.request('sign:register', { ...message, device: shell.device() }, timeoutMs)) ?? null,
        (reply) => ({ type: 'register_replied', connection: id, reply }),
        (error) => ({ type: 'register_replied', connection: id, reply: { ok: false, error } }),
      ),
    send_heartbeat: ({ connection: id, message }) => portOf(id)?.send('heartbeat', { ...message, metrics: metrics() }),
    send_link_ack: ({ connection: id, message, timeoutMs }) => {
      const { requestId, result, replayed } = message;
      void (async () => portOf(id)?.request('sign:link_ack', message, timeoutMs))().then(
        (reply) => log('info', 'link answered', { requestId, result, replayed, reply: reply ?? null }),
        (error: unknown) => log('warn', 'link answer lost', { requestId, error: wordsOf(error) }),
      );
    },
    send_claim_confirmed: ({ connection: id, message, timeoutMs }) => {
      const replied = (confirmed: boolean): SignEvent => ({
        type: 'confirm_replied',
        connection: id,
        requestId: message.requestId,
        confirmed,
      });
      ask(
        async () => portOf(id)?.request('sign:claim_confirmed', message, timeoutMs),
        (reply) => replied(reply?.ok === true),
        () => replied(false),
      );
    },
    send: ({ connection: id, message }) => portOf(id)?.send(message.event, message.payload),
    show_qr: ({ qrText, shortCode, notice }) => shell.showQr({ qrText, shortCode, notice }),
    show_splash: ({ signName, message }) => shell.showSplash({ signName, message }),
    prove: ({ proof, url, timeoutMs }) =>
      ask(
        () => shell.prove(url, timeoutMs),
        (result) => ({ type: 'proved', proof, result }),
        (detail) => ({ type: 'proved', proof, result: { ok: false, loadMs: 0, reason: 'url_load_failed', detail } }),
      ),
    show_page: ({ url }) => shell.show(url),
    discard_proof: () => shell.discardProof(),
    check_page: ({ check, url }) =>
      ask(
        () => shell.check(url),
        (result) => ({ type: 'checked', check, result }),
        (detail) => ({ type: 'checked', check, result: { ok: false, detail } }),
      ),
    apply_settings: ({ settings }) => shell.applySettings(settings),
    set_timer: ({ timer, delayMs }) => {
      timers.get(timer)?.();
      timers.set(
        timer,
        clock.after(delayMs, () => {
          timers.delete(timer);
          dispatch({ type: 'timer', timer });
        }),
      );
    },
    cancel_timer: ({ timer }) => {
      timers.get(timer)?.();
      timers.delete(timer);
    },
    restart: () => void stop().then(() => shell.restart()),
  };

  /** A heartbeat without numbers is better than no heartbeat: presence must not depend on a sensor. */
  function metrics(): ReturnType<Shell['metrics']> {
    try {
      return shell.metrics();
    } catch (error) {
      log('error', 'no metrics', { error: wordsOf(error) });
      return NO_METRICS;
    }
  }

  async function stop(): Promise<void> {
    if (running) {
      running = false;
      for (const cancel of timers.values()) cancel();
      timers.clear();
      queue.length = 0;
      const last = connection;
      connection = null;
      try {
        last?.port.close();
      } catch (error) {
        log('error', 'port failed', { effect: 'close', error: wordsOf(error) });
      }
      booted();
    }
    await writer.close();
  }

  return {
    start() {
      if (running || state.phase !== 'booting') return Promise.reject(new Error('an agent starts once'));
      running = true;
      return new Promise((resolve) => {
        booted = resolve;
        dispatch({ type: 'started' });
      });
    },
    stop,
    pageFailed: ({ url, code, detail }) => dispatch({ type: 'page_failed', url, code, detail }),
    state: () => state,
  };
}
