import type { BackendMessage, KioskReplies } from '@sign-display/contracts/kiosk-events';
import { ConnectRefused, connect, type Connection } from '../connection/connection.ts';
import type { Tags, World } from '../ports.ts';
import { registration, type Identity, type Owner } from './identity-and-messages.ts';

/** A kiosk on the wire: it registers, confirms, and does what it is told at once. It has no screen and loads no pages. */
export interface Kiosk {
  identity: Identity;
  heartbeatIntervalMs: number;
  isClaimed(): boolean;
  connection: Connection;
}

export type ApplyLink = BackendMessage<'sign:apply_link'>;

export interface KioskHandlers {
  /** A claim asks for its proof. By default it is given at once. */
  applyLink?(request: ApplyLink, connection: Connection): void;
  /** The backend said that the claim is committed. */
  claimed?(message: BackendMessage<'sign:claimed'>): void;
  heartbeatAcked?(seq: number): void;
  lost?(why: string): void;
}

/** The genuine answer to a claim. */
export const success = ({ requestId, claimToken }: Pick<ApplyLink, 'requestId' | 'claimToken'>) =>
  ({ requestId, claimToken, result: 'success', loadMs: 0, replayed: false }) as const;

export const failure = ({ requestId, claimToken }: Pick<ApplyLink, 'requestId' | 'claimToken'>) =>
  ({
    requestId,
    claimToken,
    result: 'failure',
    reason: 'url_unreachable',
    detail: 'load test: this page does not exist',
    loadMs: 0,
    replayed: false,
  }) as const;

/** Connects and registers. Rejects with a `ConnectRefused`, also where the registration is refused. */
export async function startKiosk(
  world: World,
  target: { url: string; identity: Identity; owner: Owner | null; tags: Tags },
  handlers: KioskHandlers,
): Promise<Kiosk> {
  const { identity, owner, tags } = target;
  let isClaimed = owner !== null;
  let connection: Connection | null = null;

  const done = (commandId: string | undefined): void => {
    if (commandId !== undefined) connection?.emit('sign:command_ack', { commandId });
  };
  /** An ack that we don't wait for: where the connection ends first, that is told by `lost`. */
  const tell = (name: string, payload: object): void => void connection?.request(name, payload).catch(() => {});

  function hear(name: string, payload: unknown): void {
    switch (name) {
      case 'heartbeat:ack':
        return handlers.heartbeatAcked?.((payload as BackendMessage<'heartbeat:ack'>).seq);
      case 'sign:config':
        return void (isClaimed = (payload as BackendMessage<'sign:config'>).claimed);
      case 'sign:apply_link': {
        const request = payload as ApplyLink;
        if (connection === null) return;
        if (handlers.applyLink) return handlers.applyLink(request, connection);
        return tell('sign:link_ack', success(request));
      }
      case 'sign:claimed': {
        const message = payload as BackendMessage<'sign:claimed'>;
        isClaimed = true;
        tell('sign:claim_confirmed', { signRecordId: message.signRecordId, requestId: message.requestId });
        return handlers.claimed?.(message);
      }
      case 'sign:fetch_logs': {
        const { commandId } = payload as BackendMessage<'sign:fetch_logs'>;
        tell('sign:logs', { commandId, lines: [], truncated: false });
        return done(commandId);
      }
      case 'kiosk:error':
        return world.record('kiosk_errors', 1, { ...tags, code: (payload as BackendMessage<'kiosk:error'>).code });
      default:
        done((payload as { commandId?: string } | undefined)?.commandId);
    }
  }

  connection = await connect(
    world,
    { url: target.url, namespace: '/kiosk', auth: identity.handshake, tags },
    { event: hear, lost: (why) => handlers.lost?.(why) },
  );
  const reply = await connection.request('sign:register', registration(identity, owner)).catch((error: Error) => {
    connection.close();
    throw new ConnectRefused('closed', error.message);
  });
  const { ok, error, heartbeatIntervalMs } = reply as KioskReplies['sign:register'] & { error?: { code: string } };
  if (!ok) {
    connection.close();
    throw new ConnectRefused(error?.code ?? 'refused', 'the registration was refused');
  }
  return { identity, heartbeatIntervalMs, isClaimed: () => isClaimed, connection };
}
