import { Compile } from 'typebox/compile';
import {
  DashboardHandshake,
  DashboardToBackend,
  type DashboardEvent,
  type DashboardMessage,
  type DashboardReply,
  type DashboardUpdate,
  type DashboardUpdateMessage,
} from '@sign-display/contracts/dashboard-events';
import { roleSuffices } from '@sign-display/contracts/roles';
import { ERROR_CODES, type ErrorCode } from '@sign-display/contracts/error-codes';
import { fieldWords } from '@sign-display/contracts/describe-validation-finding';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { SessionLookup } from '../access/find-caller.ts';
import { readCloneUpdates } from '../clones/clones-repository.ts';
import { isDatabaseUnavailable } from '../db/open-database.ts';
import type { Db } from '../db/database-types.ts';
import { PASSWORD_CHANGE_REQUIRED, type Caller } from '../http/router.ts';
import type { Logger } from '../logging/logger-type.ts';
import { findInbox, readMarks, type ReadMarks } from '../notifications/inbox/inbox-repository.ts';
import type { Boundary } from '../sockets/error-boundary.ts';
import { watchAccess, type Holder } from './dashboard-access.ts';
import { organizationRoom, userRoom } from '../cluster/dashboard-feed.ts';
import type { FeedMessage } from '../cluster/check-node-message.ts';
import { watchOrganization, type WatchedOrganization } from './send-organization-changes.ts';
import { hasEvent, readAccesses, type Access, type Accesses } from './dashboard-queries.ts';
import { createSubscription, forward, type Subscription } from './dashboard-subscription.ts';
import { createSignTotals } from './subscription-sign-counts.ts';
import type {
  DashboardCredentials,
  DashboardSocket,
  DashboardTransport,
} from '../sockets/dashboard-transport-types.ts';
import { createMessageBudget } from '../sockets/message-budget.ts';
import type { Rooms } from '../cluster/node-messaging.ts';
import type { SignVersions } from '../cluster/sign-change-counters.ts';
import type { WarmUps } from '../cluster/watch-node-warm-ups.ts';
import type { IncomingMessage } from '../sockets/kiosk-transport-types.ts';

/** The dashboards' namespace (contract, section 4): who may connect, what they subscribe to, and what reaches them. */

const isHandshake = Compile(DashboardHandshake);
const CHECKS = { subscribe: Compile(DashboardToBackend.subscribe), ping: Compile(DashboardToBackend.ping) };
const isKnown = (event: string): event is DashboardEvent => Object.hasOwn(CHECKS, event);

interface PlacedClaimUpdate {
  organizationId: string | null;
  update: DashboardUpdateMessage<'claim:update'>;
}

interface Identity {
  caller: Caller;
  accesses: Accesses;
}

interface Dashboard extends Holder {
  socket: DashboardSocket;
  caller: Caller;
  accesses: Map<string, Access>;
  organizationId: string | null;
  subscription: Subscription | null;
  budget: ReturnType<typeof createMessageBudget>;
  /** What it asks is answered one after the other: the last subscription is the one that it asked for last. */
  answering: Promise<void>;
  stopListening(): void;
}

interface DashboardNamespaceDeps {
  transport: DashboardTransport;
  db: Db;
  clock: Clock;
  boundary: Boundary;
  log: Logger;
  rooms: Rooms;
  warmUps: Pick<WarmUps, 'now' | 'onChange'>;
  signVersions: Pick<SignVersions, 'told'>;
  /** What this operator is to be told of their attempts, which other nodes have told of by requestId alone, with the organization of each. */
  readClaims(userId: string, requestIds: readonly string[]): Promise<PlacedClaimUpdate[]>;
  /** These attempts, of those that are the organization's. */
  readAttempts(organizationId: string, ids: readonly string[]): Promise<DashboardUpdateMessage<'claim:attempt'>[]>;
  sessions: SessionLookup;
  observe: { connections(count: number): void; patch(changes: number): void; refused(code: ErrorCode): void };
}

const refusalOf = (code: ErrorCode, detail: string = ERROR_CODES[code].title, retryAfterMs?: number) => ({
  ok: false as const,
  error: { code, detail, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
});

/** Sends what the session can see of the person's read marks. `isAll`: the person marked all messages, so null may stand for their identifiers. */
function sendReadMarks(
  socket: DashboardSocket,
  { marked, unread }: ReadMarks,
  { isOpen, isAll }: { isOpen(organizationId: string | null): boolean; isAll: boolean },
): void {
  const unreadCount = unread
    .filter(({ organizationId }) => isOpen(organizationId))
    .reduce((sum, { count }) => sum + count, 0);
  const ids = marked.filter(({ organizationId }) => isOpen(organizationId)).map(({ id }) => id);
  // A message that came after the marks is unread: then the identifiers say which are not.
  if (isAll && unreadCount === 0) return forward(socket, 'notifications:read', { ids: null, unreadCount });
  if (ids.length > 0) forward(socket, 'notifications:read', { ids, unreadCount });
}

/** Serves the dashboards that connect through `transport`. `stop` comes before the transport is closed, which cuts them. */
export function serveDashboards(deps: DashboardNamespaceDeps): { stop(): void } {
  const {
    transport,
    db,
    clock,
    boundary,
    log,
    rooms,
    warmUps,
    signVersions,
    readClaims,
    readAttempts,
    sessions,
    observe,
  } = deps;
  const totalOf = createSignTotals(db);
  const dashboards = new Map<DashboardSocket, Dashboard>();
  const organizations = new Map<string, WatchedOrganization & { stopListening(): void }>();

  const access = watchAccess({
    db,
    clock,
    log,
    sockets: () => dashboards.values(),
    end: ({ socket }) => socket.cut(),
    fresh: () => organizations.forEach((organization) => organization.tellGap()),
  });

  /** Forwards what was read of another node's news, one news after the other. News that can't be read is lost, as if it had not been carried. */
  function createReading() {
    let reading: Promise<void> = Promise.resolve();
    return <Message>(read: () => Promise<Message[]>, tell: (message: Message) => void): void => {
      const next = async (): Promise<void> => {
        const messages = await read();
        if (access.isFresh()) for (const message of messages) tell(message);
      };
      reading = reading
        .then(next)
        .catch((error: unknown) => log.warn({ err: error }, 'changes from another node not read for dashboards'));
    };
  }

  function organizationOf(organizationId: string): WatchedOrganization {
    const present = organizations.get(organizationId);
    if (present) return present;
    const reads = (): void => signVersions.told(organizationId);
    const watched = watchOrganization({ organizationId, db, clock, log, mayTell: access.isFresh, reads });
    const tellAll = <Event extends DashboardUpdate>(event: Event, message: DashboardUpdateMessage<Event>): void => {
      for (const dashboard of dashboards.values())
        if (dashboard.organizationId === organizationId) forward(dashboard.socket, event, message);
    };
    const tellAttempt = (update: DashboardUpdateMessage<'claim:attempt'>): void => {
      for (const { socket, now, subscription, ...dashboard } of dashboards.values()) {
        if (dashboard.organizationId !== organizationId || !subscription) continue;
        const access = now.get(organizationId);
        const mayRead = access !== undefined && !access.isClosed && roleSuffices(access.role, 'operator');
        if (mayRead && (subscription.eventId === null || subscription.eventId === update.eventId))
          forward(socket, 'claim:attempt', update);
      }
    };
    const readInTurn = createReading();
    const stopListening = rooms.listen(organizationRoom(organizationId), (heard) => {
      const message = heard as FeedMessage;
      switch (message.type) {
        case 'signs':
        case 'bulks':
        case 'commands':
          return watched.look(message.ids, message.type);
        case 'clones':
          return readInTurn(
            () => readCloneUpdates(db, organizationId, message.ids),
            (update) => tellAll('clone:update', update),
          );
        case 'attempts':
          return readInTurn(() => readAttempts(organizationId, message.ids), tellAttempt);
        case 'event': {
          if (message.event !== 'command:update') return access.isFresh() && tellAll(message.event, message.message);
          const { commandId } = message.message as DashboardUpdateMessage<'command:update'>;
          return watched.look([commandId], 'commands');
        }
      }
    });
    organizations.set(organizationId, { ...watched, stopListening });
    return watched;
  }

  function unsubscribe(dashboard: Dashboard): void {
    const { organizationId, subscription } = dashboard;
    if (organizationId === null || subscription === null) return;
    dashboard.organizationId = null;
    dashboard.subscription = null;
    const organization = organizations.get(organizationId);
    organization?.remove(subscription);
    if (organization?.subscriptions.size !== 0) return;
    organization.stopListening();
    organizations.delete(organizationId);
  }

  function leave(socket: DashboardSocket): void {
    const dashboard = dashboards.get(socket);
    if (!dashboard) return;
    dashboards.delete(socket);
    dashboard.stopListening();
    unsubscribe(dashboard);
    observe.connections(dashboards.size);
  }

  async function subscribe(
    dashboard: Dashboard,
    { organizationId, eventId }: DashboardMessage<'subscribe'>,
    reply: (answer: DashboardReply<'subscribe'>) => void,
  ): Promise<void> {
    const refuse = (code: 'not_found' | 'mfa_required'): void => {
      observe.refused(code);
      reply(refusalOf(code));
    };
    // Read again: the session may have got a second factor since.
    const now = (await readAccesses(db, [dashboard.sessionId], clock.now())).get(dashboard.sessionId);
    if (now) dashboard.now = now;
    const entry = now?.get(organizationId);
    // Every role may see its organization's signs; who has none is not told whether there is such an organization (promise A1).
    if (!entry) return refuse('not_found');
    if (entry.isClosed) return refuse('mfa_required');
    if (eventId !== undefined && !(await hasEvent(db, organizationId, eventId))) return refuse('not_found');
    const total = await totalOf({ organizationId, eventId: eventId ?? null });
    const { socket } = dashboard;
    if (!dashboards.has(socket)) return;
    // Nothing waits from here on: whatever changes after the reply is told, and nothing before it.
    unsubscribe(dashboard);
    reply({ ok: true, cursor: 0, total, warmUps: warmUps.now() });
    const startMs = clock.monotonicMs();
    const subscription = createSubscription({ socket, eventId: eventId ?? null, startMs, observePatch: observe.patch });
    dashboard.organizationId = organizationId;
    dashboard.subscription = subscription;
    dashboard.accesses.set(organizationId, entry);
    organizationOf(organizationId).add(subscription);
  }

  /** Null where the message may be acted on. */
  function objection({ event, payload, bytes }: IncomingMessage): ReturnType<typeof refusalOf> | null {
    if (bytes > LIMITS.messageBytes) {
      return refusalOf('message_too_large', `${bytes} bytes arrived, ${LIMITS.messageBytes} are the most.`);
    }
    if (!isKnown(event)) return refusalOf('invalid_message', 'This backend does not know this event.');
    if (CHECKS[event].Check(payload)) return null;
    const [first] = CHECKS[event].Errors(payload);
    return refusalOf(
      'invalid_message',
      `payload${first?.instancePath ?? ''} ${first ? fieldWords(first) : 'is malformed'}`,
    );
  }

  /** Rejects with what is no refusal and no outage: the boundary's. */
  async function answer(dashboard: Dashboard, { payload, reply }: IncomingMessage): Promise<void> {
    try {
      await subscribe(dashboard, payload as DashboardMessage<'subscribe'>, (told) => reply?.(told));
    } catch (error) {
      const isAway = isDatabaseUnavailable(error);
      const code = isAway ? 'unavailable' : 'internal';
      const { userId } = dashboard.caller;
      if (isAway) log.error({ err: error, userId }, 'dashboard not subscribed, database unavailable');
      observe.refused(code);
      reply?.(refusalOf(code, undefined, 1_000));
      if (!isAway) throw error;
    }
  }

  async function authorize({ auth, headers }: DashboardCredentials) {
    if (!isHandshake.Check(auth ?? {})) return { refusal: { code: 'unauthenticated' as const } };
    const { token } = (auth ?? {}) as DashboardHandshake;
    // A token was put there by who has it; a browser adds its cookie whichever page asks, and is asked where that came from.
    const caller = await sessions.findCaller(token === undefined ? headers : { authorization: `Bearer ${token}` });
    const accesses = caller && (await readAccesses(db, [caller.sessionId], clock.now())).get(caller.sessionId);
    if (!accesses) return { refusal: { code: 'unauthenticated' as const } };
    if (caller.passwordChangeRequired) return { refusal: PASSWORD_CHANGE_REQUIRED };
    return { identity: { caller, accesses } };
  }

  function opened(socket: DashboardSocket, { caller, accesses }: Identity): void {
    /**
     * Whether messages about the organization may reach the socket: not where the organization requires a second factor that the session lacks
     * (promise A6), and not before the session's access there was read.
     */
    const isOpen = (organizationId: string | null): boolean =>
      organizationId === null || dashboards.get(socket)?.now.get(organizationId)?.isClosed === false;
    const readInTurn = createReading();
    const stopListening = rooms.listen(userRoom(caller.userId), (heard) => {
      const message = heard as FeedMessage;
      switch (message.type) {
        case 'claims':
          return readInTurn(
            () => readClaims(caller.userId, message.ids),
            ({ organizationId, update }) => {
              if (isOpen(organizationId)) forward(socket, 'claim:update', update);
            },
          );
        case 'notifications':
          return readInTurn(
            // `isOpen` decides by the session as it is now: it may have got a second factor since the socket was opened.
            () => findInbox(db, { userId: caller.userId, mfa: true }, message.ids),
            (notification) => {
              if (isOpen(notification.organizationId)) forward(socket, 'notification', notification);
            },
          );
        case 'reads':
          return readInTurn(
            async () => [await readMarks(db, caller.userId, message.ids)],
            (marks) => sendReadMarks(socket, marks, { isOpen, isAll: message.ids.length === 0 }),
          );
        case 'event':
          // In turn too: a new message that overtook read marks would be taken for one of those that they cover.
          return readInTurn(
            async () => [message],
            (news) => {
              if (isOpen(news.organizationId)) forward(socket, news.event, news.message);
            },
          );
      }
    });
    dashboards.set(socket, {
      socket,
      caller,
      sessionId: caller.sessionId,
      accesses: new Map(accesses),
      now: accesses,
      organizationId: null,
      subscription: null,
      budget: createMessageBudget(clock.monotonicMs()),
      answering: Promise.resolve(),
      stopListening,
    });
    access.start();
    observe.connections(dashboards.size);
  }

  function take(socket: DashboardSocket, message: IncomingMessage): void {
    const dashboard = dashboards.get(socket);
    if (!dashboard) return;
    const isOver = !dashboard.budget.spend(clock.monotonicMs());
    const refused = isOver ? refusalOf('rate_limited', undefined, 10_000) : objection(message);
    if (refused) {
      observe.refused(refused.error.code);
      message.reply?.(refused);
      if (!isOver) return;
      leave(socket);
      socket.close();
      return;
    }
    // A ping does not queue behind a subscription that waits for the database: it checks only this process.
    if (message.event === 'ping') return void message.reply?.({ ok: true });
    dashboard.answering = dashboard.answering.then(() =>
      boundary.run('message', socket, () => answer(dashboard, message)),
    );
  }

  transport.serve<Identity>({
    async authorize(credentials) {
      try {
        const decision = await authorize(credentials);
        if (decision.refusal) observe.refused(decision.refusal.code);
        return decision;
      } catch (error) {
        const isAway = isDatabaseUnavailable(error);
        const code = isAway ? ('unavailable' as const) : ('internal' as const);
        if (isAway) log.error({ err: error }, 'dashboard handshake failed, database unavailable');
        else boundary.caught('authorize', error);
        observe.refused(code);
        return { refusal: { code, retryAfterMs: 5_000 } };
      }
    },
    opened: (socket, identity) => boundary.run('opened', socket, () => opened(socket, identity)),
    message: (socket, message) => boundary.run('message', socket, () => take(socket, message)),
    closed: (socket) => boundary.run('closed', socket, () => leave(socket)),
  });

  warmUps.onChange((now) => {
    const subscribed = Array.from(dashboards.values()).filter(({ subscription }) => subscription !== null);
    // Who is not told because their access was not looked at is told to subscribe again, and hears it then.
    if (subscribed.length === 0 || !access.isFresh()) return;
    for (const { socket } of subscribed) forward(socket, 'presence:warm_up', { warmUps: now });
  });
  rooms.onGap(() => organizations.forEach((organization) => organization.tellGap()));
  return { stop: access.stop };
}
