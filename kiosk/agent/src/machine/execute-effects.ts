import type { BackendEvent, KioskEvent, KioskMessage } from '@sign-display/contracts/kiosk-events';
import { createBatchWriter, documentOf } from './analytics-batch-writer.ts';
import type { Effect, EffectOf, TimerName } from '../state/effects.ts';
import type { SignEvent } from '../state/events.ts';
import { makeFreshIdentity, type FreshIdentity } from '../state/identity-and-hardware-check.ts';
import type { AgentLimits } from '../limits.ts';
import { runJob, wordsOf } from './command-jobs.ts';
import { createLogRing, type LogRing } from './log-ring.ts';
import type { Cancel, Clock, Connection, LogBook, Outbox, Random, Shell, Store, Transport } from '../ports.ts';
import { createStoreWriter } from './store-writer.ts';

/** The machine that a sign stands on. */
export interface AgentPorts {
  clock: Clock;
  random: Random;
  transport: Transport;
  store: Store;
  outbox: Outbox;
  logs: LogBook;
  shell: Shell;
}

/** One for every kind of effect: a missing one does not compile. */
type Executors = { [Type in Effect['type']]: (effect: EffectOf<Type>) => void };

export interface Machine {
  /** Carries out what the mind asks for. Never throws. */
  execute(effect: Effect): void;
  /** Cancels every timer and closes the connection at once; resolves when the writes to the store have been tried. */
  close(): Promise<void>;
}

const NO_METRICS = { cpuLoad: 0, memUsedBytes: 0, memTotalBytes: 0, uptimeSeconds: 0 };

/**
 * The ports, told by effects what to do and answering by events through `dispatch`. Whatever a port does (throw, reject, answer
 * late or never), it ends here as an event or a line in the log. `restart` is called for the last effect of all.
 */
export function createMachine(
  { clock, random, transport, store, outbox, logs, shell }: AgentPorts,
  limits: AgentLimits,
  dispatch: (event: SignEvent) => void,
  restart: () => void,
): Machine {
  let connection: { id: number; port: Connection } | null = null;
  const timers = new Map<TimerName, Cancel>();

  /** The lines of a claim that is over are gone before the store says that it is: the next organization must not read them (promise A1). */
  let isToForget = false;
  async function forgetLogs(): Promise<void> {
    if (!isToForget) return;
    await logs.clear();
    isToForget = false;
  }

  /** A sign without its old lines is better than none. */
  async function earlierLines(): Promise<readonly unknown[]> {
    try {
      return await logs.read();
    } catch (error) {
      log('warn', 'log book unreadable', { error: wordsOf(error) });
      return [];
    }
  }

  const writer = createStoreWriter({
    store: {
      async write(document) {
        await forgetLogs();
        await store.write(document);
      },
    },
    clock,
    firstMs: limits.storeRetryFirstMs,
    longestMs: limits.storeRetryLongestMs,
    onStored: (revision) => dispatch({ type: 'stored', revision }),
    onFailed: (error) => log('error', 'store write failed', { error: wordsOf(error) }),
  });

  const batches = createBatchWriter(outbox, {
    onWritten: (batchId, entries, error) =>
      dispatch({ type: 'batch_written', batchId, entries, error: error && wordsOf(error.cause) }),
    onFailed: (error) => log('error', 'outbox failed', { error: wordsOf(error) }),
  });
  const ring = createLogRing(limits);

  function log(...[level, message, fields]: Parameters<Shell['log']>): void {
    note(level, message, fields, clock.now());
  }

  function note(...[level, message, fields, atMs]: Parameters<LogRing['add']>): void {
    const line = ring.add(level, message, fields, atMs);
    try {
      if (line !== null) logs.append(line);
      shell.log(level, message, fields);
    } catch {
      // A shell that cannot log has nobody to be told.
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

  /** Sends on that connection, and tells what was answered; null where nothing was. */
  function request<Event extends KioskEvent>(
    id: number,
    event: Event,
    message: KioskMessage<Event>,
    timeoutMs: number,
    answered: (reply: unknown) => SignEvent,
  ): void {
    ask(
      async () => portOf(id)?.request(event, message, timeoutMs),
      (reply) => answered(reply ?? null),
      () => answered(null),
    );
  }

  const makeFresh = (): FreshIdentity =>
    makeFreshIdentity(random, shell.macAddressOf && ((signId) => shell.macAddressOf!(signId)));

  const executors: Executors = {
    forget_logs: () => {
      ring.clear();
      isToForget = true;
    },
    log: ({ level, message, fields, atMs }) => note(level, message, fields, atMs),
    read_store: () =>
      ask(
        async () => {
          const found = await store.read();
          ring.restore(await earlierLines());
          return found;
        },
        ({ document, damaged }) => ({ type: 'store_read', document, damaged }),
        (error) => ({ type: 'store_unreadable', error }),
      ),
    list_interfaces: () => {
      const listed = (interfaces: Awaited<ReturnType<Shell['networkInterfaces']>>): SignEvent => ({
        type: 'interfaces_listed',
        interfaces,
        fresh: makeFresh(),
      });
      ask(
        () => shell.networkInterfaces(),
        listed,
        () => listed([]),
      );
    },
    write_store: ({ revision, document }) => writer.write(revision, document),
    connect: ({ connection: id, handshake }) => {
      try {
        const port = transport.connect(handshake, {
          onOpen: () => dispatch({ type: 'opened', connection: id }),
          onRefused: (code, detail, reset = false) => {
            const fresh = code === 'identity_conflict' ? makeFresh() : null;
            dispatch({ type: 'refused', connection: id, code, detail, reset, fresh });
          },
          onLost: (reason) => dispatch({ type: 'lost', connection: id, reason }),
          onMessage: (event: BackendEvent | (string & {}), payload) =>
            dispatch({ type: 'received', connection: id, event, payload }),
        });
        connection = { id, port };
      } catch (error) {
        dispatch({ type: 'refused', connection: id, code: null, detail: wordsOf(error), reset: false, fresh: null });
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
    show_qr: ({ screen }) => shell.showQr(screen),
    show_claiming: ({ screen }) => shell.showClaiming(screen),
    show_splash: ({ screen }) => shell.showSplash(screen),
    identify: ({ overlay }) => shell.identify(overlay),
    prove: ({ proof, url, timeoutMs }) =>
      ask(
        () => shell.prove(url, timeoutMs, (host) => dispatch({ type: 'proof_leads', proof, host })),
        (result) => ({ type: 'proved', proof, result }),
        (detail) => ({ type: 'proved', proof, result: { ok: false, loadMs: 0, reason: 'url_load_failed', detail } }),
      ),
    show_page: ({ url }) => {
      try {
        shell.show(url);
      } catch (error) {
        dispatch({ type: 'page_failed', url, code: 'show_failed', detail: wordsOf(error) });
      }
    },
    discard_proof: () => shell.discardProof(),
    check_page: ({ check, url }) =>
      ask(
        () => shell.check(url),
        (result) => ({ type: 'checked', check, result }),
        (detail) => ({ type: 'checked', check, result: { ok: false, detail } }),
      ),
    apply_settings: ({ settings }) => {
      ring.setLevel(settings.logLevel ?? 'info');
      shell.applySettings(settings);
    },
    set_background: ({ enabled }) =>
      void (async () => shell.setBackgroundMode(enabled))().catch((error: unknown) =>
        log('error', 'background mode failed', { enabled, error: wordsOf(error) }),
      ),
    run_command: ({ commandId, job }) =>
      void runJob(shell, ring, job).then((result) => dispatch({ type: 'command_ran', commandId, result })),
    read_metrics: () => dispatch({ type: 'metrics_read', metrics: metrics() }),
    sample_view: ({ url }) => {
      const sampled = (blank: boolean | null): SignEvent => ({ type: 'view_sampled', url, blank });
      ask(
        () => shell.sampleView(),
        sampled,
        () => sampled(null),
      );
    },
    read_outbox: () =>
      ask(
        () => outbox.read(),
        (found) => ({
          type: 'outbox_read',
          batches: found.map(({ id, records }) => ({ id, document: documentOf(records) })),
        }),
        () => ({ type: 'outbox_read', batches: [] }),
      ),
    write_batch: ({ document }) => batches.put(document),
    remove_batch: ({ batchId }) => batches.remove(batchId),
    send_batch: ({ connection: id, message, timeoutMs }) =>
      request(id, 'sign:analytics', message, timeoutMs, (reply) => ({
        type: 'batch_replied',
        connection: id,
        batchId: message.batchId,
        reply,
      })),
    send_config_sync: ({ connection: id, message, timeoutMs }) =>
      request(id, 'sign:config_sync', message, timeoutMs, (reply) => ({ type: 'sync_replied', connection: id, reply })),
    send_release: ({ connection: id, timeoutMs }) =>
      request(id, 'sign:released', {}, timeoutMs, (reply) => ({ type: 'release_replied', connection: id, reply })),
    send_logs: ({ connection: id, message, timeoutMs }) =>
      request(id, 'sign:logs', message, timeoutMs, (reply) => ({
        type: 'logs_replied',
        connection: id,
        commandId: message.commandId,
        reply,
      })),
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
    restart,
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

  function execute(effect: Effect): void {
    try {
      (executors[effect.type] as (effect: Effect) => void)(effect);
    } catch (error) {
      log('error', 'port failed', { effect: effect.type, error: wordsOf(error) });
    }
  }

  return {
    execute,
    async close() {
      for (const cancel of timers.values()) cancel();
      timers.clear();
      if (connection !== null) execute({ type: 'close', connection: connection.id });
      await Promise.all([writer.close(), batches.close()]);
    },
  };
}
