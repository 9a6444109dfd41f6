import { EVENT_MAKER_SUBSCRIPTION, type PutSubscriptionRequest } from '@sign-display/contracts/rest/subscriptions';
import { eachInParallel } from '../waiting/each-in-parallel.ts';
import { given, invitePerson, type Operator, type Venue } from '../backend/operators.ts';
import type { BackendAccess, OwnBackend } from '../backend/own-backend.ts';
import type { RestClient } from '../backend/rest-client.ts';
import type { Subscriber } from './judgement.ts';
import type { PushBrowsers } from '../receivers/push-browsers.ts';
import { graceOf, type Limits } from './ground-truth.ts';
import type { Subscribers, Watch } from '../plan/watch-schema.ts';

/** Somebody who is told, and their session. */
export interface Reader {
  subscriber: Subscriber;
  operator: Operator;
}

interface Wish {
  name: string;
  eventIndex: number;
  wants: Subscribers;
}

/** Everybody of the scenario, in its order. */
function wishesOf({ events }: Watch): Wish[] {
  return events.flatMap(({ subscribers }, eventIndex) =>
    subscribers.flatMap((wants, group) =>
      Array.from({ length: wants.count }, (_, number) => ({
        name: `reader-${eventIndex + 1}${String.fromCharCode(97 + group)}${number + 1}`,
        eventIndex,
        wants,
      })),
    ),
  );
}

const INVITED_AT_ONCE = 4;
const MINUTE_MS = 60_000;
const clockTime = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

interface Desk {
  client: RestClient;
  access: BackendAccess;
  /** Of the organization, who made the events. */
  owner: Operator;
  readInvitation: OwnBackend['readInvitation'];
  browsers: PushBrowsers;
}

/** Invites the people of `watch` into the venues' organization, has them accept, and gives them browsers where they want push. */
export async function inviteReaders(
  desk: Desk,
  watch: Watch,
  venues: readonly Venue[],
  limits: Limits,
): Promise<{ readers: Reader[]; subscribe(beginsAtMs: number): Promise<void> }> {
  const { client, access, owner } = desk;
  const readers: (Reader & { wish: Wish | null })[] = [];
  const wishes = wishesOf(watch);
  await eachInParallel(wishes, INVITED_AT_ONCE, async (wish) => {
    const email = `${wish.name}@simulation.example`;
    const person = { email, name: wish.name, role: 'viewer', password: access.password } as const;
    const { readInvitation } = desk;
    const operator = await invitePerson(client, owner, venues[0]!, { ...person, readInvitation });
    const { channels, kinds } = wish.wants;
    const event = watch.events[wish.eventIndex]!.name;
    const subscriber = { email, event, channels, kinds, graceMs: graceOf(wish.wants, limits), quietUntilMs: null };
    readers.push({ subscriber, operator, wish });
    if (channels.includes('push')) await subscribeBrowser(desk.browsers, operator, email);
  });
  readers.sort((one, other) => one.subscriber.email.localeCompare(other.subscriber.email));
  // Who makes an event is told of it unasked (contract, 3.1).
  const { channels, kinds } = EVENT_MAKER_SUBSCRIPTION;
  for (const { name } of watch.events) {
    const subscriber = { email: access.email, event: name, channels, kinds };
    readers.push({
      subscriber: { ...subscriber, graceMs: limits.offlineGraceMs, quietUntilMs: null },
      operator: owner,
      wish: null,
    });
  }
  return {
    readers,
    subscribe: (beginsAtMs) =>
      eachInParallel(readers, INVITED_AT_ONCE, async ({ subscriber, operator, wish }) => {
        if (!wish) return;
        subscriber.quietUntilMs = quietUntil(wish.wants, beginsAtMs);
        await subscribe(operator, venues[wish.eventIndex]!.eventId, wish.wants, subscriber.quietUntilMs, beginsAtMs);
      }),
  };
}

const quietUntil = ({ quietForMs }: Subscribers, beginsAtMs: number): number | null =>
  quietForMs === undefined ? null : Math.ceil((beginsAtMs + quietForMs) / MINUTE_MS) * MINUTE_MS;

async function subscribe(
  operator: Operator,
  eventId: string,
  { kinds, channels, graceSeconds }: Subscribers,
  quietUntilMs: number | null,
  beginsAtMs: number,
): Promise<void> {
  const quietHours =
    quietUntilMs === null
      ? null
      : { start: clockTime(beginsAtMs - MINUTE_MS), end: clockTime(quietUntilMs), timeZone: 'UTC' };
  const body: PutSubscriptionRequest = {
    kinds,
    channels,
    graceSeconds: graceSeconds ?? null,
    quietHours,
    snoozedUntil: null,
  };
  const params = { id: eventId };
  given('subscribing', await operator.call('PUT /api/events/:id/subscription', { params, body }));
}

async function subscribeBrowser(browsers: PushBrowsers, operator: Operator, email: string): Promise<void> {
  const body = browsers.open(email);
  given('subscribing a browser', await operator.call('POST /api/push-subscriptions', { body }));
}
