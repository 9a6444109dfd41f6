import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import type { Clock, Connection, ConnectionHandlers, Random, Transport } from '@sign-display/kiosk-agent/ports';
import {
  FRESH_MEMORY,
  decideFate,
  forgeLinkAck,
  type ArmedFault,
  type Fate,
  type WireMessage,
} from './decide-link-faults.ts';

/** Hears what a network sees and does. */
export interface NetworkObserver {
  message(message: WireMessage, fate: Fate | 'forged' | 'released'): void;
  /** The answer to a request; null where none came. */
  reply(event: string, payload: unknown, reply: unknown): void;
  opened(): void;
  lost(): void;
  /** The fault restarts the kiosk now. */
  reboot(): void;
}

/** One kiosk's way to the backend: the agent's transport, and the functions that disturb it. */
export interface Network {
  transport: Transport;
  /** From now on messages meet `fault`; a fault that was armed before is over. */
  arm(fault: ArmedFault): void;
  /** Delivers the messages that are held, and holds no more. */
  release(): void;
  /**
   * Cuts the connection as a lost cable or lost power does. The agent is told; the backend is not, and its side of the socket stays open.
   */
  goSilent(): void;
  /** Closes the connection as an app does that shuts down: both ends know. */
  hangUp(): void;
  /** Plugs the cable in or pulls it; without it nothing can be reached. */
  setCable(plugged: boolean): void;
  /** Closes the sockets that `goSilent` left open. */
  close(): void;
}

/** Puts faults between an agent and `inner`. `random` makes the forged messages. */
export function createNetwork(inner: Transport, clock: Clock, random: Random, observer: NetworkObserver): Network {
  let fault: ArmedFault = 'none';
  let memory = FRESH_MEMORY;
  let plugged = true;
  let current: { raw: Connection; breakOff(reason: string, politely: boolean): void } | null = null;
  const silent = new Set<Connection>();
  const held: (() => void)[] = [];

  function fateOf(message: WireMessage): Fate {
    const decision = decideFate(fault, memory, message);
    memory = decision.memory;
    observer.message(message, decision.fate);
    return decision.fate;
  }

  function connect(...[handshake, handlers]: Parameters<Transport['connect']>): Connection {
    if (!plugged) return unreachable(clock, handlers);
    let live = true;
    const over = Promise.withResolvers<null>();
    const raw = inner.connect(handshake, {
      onOpen() {
        observer.opened();
        if (live) handlers.onOpen();
      },
      onRefused(...refusal) {
        if (live) handlers.onRefused(...refusal);
      },
      onLost: (reason) => lose(reason),
      onMessage(event, payload) {
        if (!live) return;
        const fate = fateOf({ direction: 'to_kiosk', event, payload });
        if (fate === 'cut') self.breakOff('cut by the simulator', true);
        else if (fate === 'reboot') observer.reboot();
        else handlers.onMessage(event, payload);
      },
    });
    function lose(reason: string): void {
      if (!live) return;
      live = false;
      over.resolve(null);
      observer.lost();
      handlers.onLost(reason);
    }
    const self = {
      raw,
      breakOff(reason: string, politely: boolean) {
        if (politely) raw.close();
        else silent.add(raw);
        // In a later turn of the event loop, as a real socket reports its end.
        clock.after(0, () => lose(reason));
      },
    };
    current = self;

    function forge(message: WireMessage, fate: 'forge_token' | 'forge_request' | 'forge_stale'): void {
      const forged = forgeLinkAck(
        message.payload as KioskMessage<'sign:link_ack'>,
        fate,
        random,
        memory.firstClaimToken,
      );
      observer.message({ ...message, payload: forged }, 'forged');
      raw.send('sign:link_ack', forged);
    }

    return {
      send(event, payload) {
        if (!live) return;
        const message: WireMessage = { direction: 'to_backend', event, payload };
        const fate = fateOf(message);
        if (fate === 'drop') return;
        if (fate === 'cut') return self.breakOff('cut by the simulator', true);
        if (fate === 'hold') return void held.push(() => release(message));
        if (fate === 'forge_token' || fate === 'forge_request' || fate === 'forge_stale') forge(message, fate);
        if (fate === 'duplicate') raw.send(event, payload);
        raw.send(event, payload);
      },
      async request(event, payload, timeoutMs) {
        if (!live) return null;
        const message: WireMessage = { direction: 'to_backend', event, payload };
        const fate = fateOf(message);
        if (fate === 'cut') self.breakOff('cut by the simulator', true);
        if (fate === 'hold') held.push(() => release(message));
        if (fate === 'cut' || fate === 'drop' || fate === 'hold')
          return Promise.race([after(clock, timeoutMs), over.promise]);
        if (fate === 'forge_token' || fate === 'forge_request' || fate === 'forge_stale') forge(message, fate);
        if (fate === 'duplicate') raw.send(event, payload);
        const reply = await raw.request(event, payload, timeoutMs);
        if (fate === 'reply_lost') return null;
        observer.reply(event, payload, reply);
        return reply;
      },
      close() {
        live = false;
        over.resolve(null);
        if (!silent.has(raw)) raw.close();
      },
    };
  }

  function release(message: WireMessage): void {
    observer.message(message, 'released');
    current?.raw.send('sign:link_ack', message.payload as KioskMessage<'sign:link_ack'>);
  }

  return {
    transport: { connect },
    arm(next) {
      fault = next;
      memory = FRESH_MEMORY;
    },
    release() {
      fault = 'none';
      for (const deliver of held.splice(0)) deliver();
    },
    goSilent: () => current?.breakOff('silence', false),
    hangUp: () => current?.breakOff('hung up', true),
    setCable(next) {
      if (plugged && !next) current?.breakOff('the cable was pulled', false);
      plugged = next;
    },
    close() {
      for (const raw of silent) raw.close();
    },
  };
}

/** The answer to a message that was lost: null, after the time that the sender waits. */
const after = (clock: Clock, delayMs: number): Promise<null> =>
  new Promise((resolve) => clock.after(delayMs, () => resolve(null)));

function unreachable(clock: Clock, handlers: ConnectionHandlers): Connection {
  const cancel = clock.after(0, () => handlers.onRefused(null, 'the network is unreachable'));
  return { send: () => {}, request: () => Promise.resolve(null), close: cancel };
}
