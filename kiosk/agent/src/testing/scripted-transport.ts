import type { ErrorCode } from '@sign-display/contracts/error-codes';
import type {
  BackendEvent,
  BackendMessage,
  KioskEvent,
  KioskHandshake,
  KioskMessage,
} from '@sign-display/contracts/kiosk-events';
import type { Clock, ConnectionHandlers, Transport } from '../ports.ts';

/** The backend's end of one connection attempt, in the hands of a test. */
export interface FarEnd {
  readonly handshake: KioskHandshake;
  readonly atMs: number;
  readonly sent: { event: KioskEvent; payload: unknown }[];
  closed: boolean;
  /** Requests stay without an answer, heartbeats without an ack: a half-open socket. */
  silent: boolean;
  /** Requests of these kinds stay without an answer. */
  readonly deaf: Set<KioskEvent>;
  open(): void;
  refuse(code: ErrorCode | null, reset?: boolean): void;
  lose(): void;
  say<Event extends BackendEvent>(event: Event, payload: BackendMessage<Event>): void;
  sayAnything(event: string, payload: unknown): void;
  /** The messages of one kind, oldest first. */
  heard<Event extends KioskEvent>(event: Event): KioskMessage<Event>[];
}

export interface ScriptedTransport extends Transport {
  readonly attempts: FarEnd[];
  /** What becomes of the next attempts: opened and registered by itself, refused, or left to the test. */
  mode: 'welcoming' | 'refusing' | 'manual';
  heartbeatIntervalMs: number;
  /** The backend's clock minus the sign's. */
  skewMs: number;
  syncReply: unknown;
  analyticsReply: unknown;
  /** Null: no reply. */
  frameReply: unknown;
  last(): FarEnd;
}

/** A network of one sign: registers, confirms and acknowledges like a backend would, and says what the test says. */
export function createScriptedTransport(clock: Clock): ScriptedTransport {
  const serverTimeMs = (): number => clock.now() + transport.skewMs;

  const answers: Partial<Record<KioskEvent, () => unknown>> = {
    'sign:register': () => ({
      ok: true,
      heartbeatIntervalMs: transport.heartbeatIntervalMs,
      serverTimeMs: serverTimeMs(),
      registered: true,
    }),
    'sign:claim_confirmed': () => ({ ok: true }),
    'sign:link_ack': () => ({ ok: true }),
    'sign:logs': () => ({ ok: true }),
    'sign:released': () => ({ ok: true }),
    'sign:analytics': () => transport.analyticsReply,
    'sign:config_sync': () => transport.syncReply,
    'sign:frame_check': () => transport.frameReply,
  };

  const transport: ScriptedTransport = {
    attempts: [],
    mode: 'welcoming',
    heartbeatIntervalMs: 5_000,
    skewMs: 0,
    analyticsReply: { ok: true },
    frameReply: null,
    syncReply: { ok: true, configVersion: 2 },
    last: () => transport.attempts.at(-1)!,
    connect(handshake, handlers: ConnectionHandlers) {
      const far: FarEnd = {
        handshake,
        atMs: clock.monotonicMs(),
        sent: [],
        closed: false,
        silent: false,
        deaf: new Set(),
        open: () => handlers.onOpen(),
        refuse: (code, reset) => handlers.onRefused(code, code ?? 'connection refused', reset),
        lose: () => handlers.onLost('transport close'),
        say: (event, payload) => handlers.onMessage(event, payload),
        sayAnything: (event, payload) => handlers.onMessage(event, payload),
        heard: <Event extends KioskEvent>(event: Event) =>
          far.sent.filter((message) => message.event === event).map(({ payload }) => payload as KioskMessage<Event>),
      };
      transport.attempts.push(far);
      if (transport.mode === 'welcoming') far.open();
      if (transport.mode === 'refusing') far.refuse(null);
      return {
        send(event, payload) {
          far.sent.push({ event, payload });
          if (event !== 'heartbeat' || far.silent) return;
          far.say('heartbeat:ack', { seq: (payload as KioskMessage<'heartbeat'>).seq, serverTimeMs: serverTimeMs() });
        },
        request(event, payload, timeoutMs) {
          far.sent.push({ event, payload });
          if (far.silent || far.deaf.has(event))
            return new Promise((resolve) => clock.after(timeoutMs, () => resolve(null)));
          return Promise.resolve((answers[event]?.() ?? null) as never);
        },
        close: () => {
          far.closed = true;
        },
      };
    },
  };
  return transport;
}
