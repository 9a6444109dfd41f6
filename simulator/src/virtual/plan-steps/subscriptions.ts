import { NOTIFICATION_CHANNELS, NOTIFICATION_KINDS } from '@sign-display/contracts/rest/subscriptions';
import type { PostState } from '../mail-and-push.ts';
import { BROWSER_KEYS, ORGANIZATIONS, SUBSCRIBERS } from '../initial-data.ts';
import { EPOCH_MS } from '../timeline.ts';
import { planStep, type PlanStep } from './plan-step.ts';
import { readSigns } from './operator-helpers.ts';

/** Subscriptions, quiet hours and snoozes. Dan changes his subscription; the subscribers of initial-data.ts never do. */

const EVENTS = ORGANIZATIONS.fair.events;
const pathOf = (event: number): string => `/api/events/${EVENTS[event]!.id}/subscription`;
const isoAt = (ms: number): string => new Date(EPOCH_MS + ms).toISOString();

/** Nothing sends `doors_check` yet, and one more draw would change the plans of the recorded seeds. */
const DRAWN_KINDS = NOTIFICATION_KINDS.filter((kind) => kind !== 'doors_check');
/** A kind and a channel by which it may be excluded; plans that were written before exclusions have none. */
const EXCLUDABLE = DRAWN_KINDS.flatMap((kind) => NOTIFICATION_CHANNELS.map((channel) => `${kind} ${channel}`));

const subscribe = planStep({
  name: 'subscribe',
  kind: 'action',
  weight: 3,
  draw: (draws) => ({
    event: draws.int(0, 1),
    kinds: DRAWN_KINDS.filter(() => draws.chance(0.6)),
    channels: NOTIFICATION_CHANNELS.filter(() => draws.chance(0.6)),
    graceSeconds: draws.chance(0.5) ? null : draws.int(0, 120),
    isQuiet: draws.chance(0.2),
    snoozeMs: draws.chance(0.3) ? draws.int(10_000, 600_000) : 0,
    excluded: EXCLUDABLE.filter(() => draws.chance(0.1)),
  }),
  async run(world, { event, kinds, channels, graceSeconds, isQuiet, snoozeMs, excluded = [] }) {
    const body = {
      kinds,
      channels,
      excluded: excluded.map((pair) => ({ kind: pair.split(' ')[0], channel: pair.split(' ')[1] })),
      graceSeconds,
      quietHours: isQuiet ? { start: '21:00', end: '10:20', timeZone: 'Europe/Vienna' } : null,
      snoozedUntil: snoozeMs === 0 ? null : isoAt(world.timeline.nowMs() + snoozeMs),
    };
    return (await world.ask('dan', { method: 'PUT', path: pathOf(event), body }))?.status === 200;
  },
});

const snoozeSign = planStep({
  name: 'snooze_sign',
  kind: 'action',
  weight: 1,
  draw: (draws) => ({ event: draws.int(0, 1), forMs: draws.int(30_000, 600_000) }),
  async run(world, { event, forMs }) {
    const known = await world.ask('dan', { method: 'GET', path: pathOf(event) });
    const sign = (await readSigns(world, 'dan', 'fair')).find(({ eventId }) => eventId === EVENTS[event]!.id);
    if (known?.status !== 200 || !sign) return false;
    const snoozedSigns = [{ signId: sign.id, until: isoAt(world.timeline.nowMs() + forMs) }];
    const body = { ...(known.body as object), snoozedSigns };
    return (await world.ask('dan', { method: 'PUT', path: pathOf(event), body }))?.status === 200;
  },
});

/** Dan previews the settings of a person who is subscribed from the beginning. Only plans without a fault that delays the planner can compare the counts. */
const previewSubscription = planStep({
  name: 'preview_subscription',
  kind: 'action',
  weight: 0,
  draw: (draws) => ({ subscriber: draws.int(0, SUBSCRIBERS.length - 1) }),
  async run(world, { subscriber }) {
    const { eventId, kinds, channels, graceSeconds, quietHours } = SUBSCRIBERS[subscriber]!;
    const body = { kinds, channels, graceSeconds, quietHours, snoozedUntil: null };
    const reply = await world.ask('dan', {
      method: 'POST',
      path: `/api/events/${eventId}/subscription/preview`,
      body,
    });
    return reply?.status === 200;
  },
});

const addBrowser = planStep({
  name: 'browser_subscribes',
  kind: 'action',
  weight: 1,
  draw: (draws) => ({ browser: draws.int(1, 1_000_000), goneAfterMs: draws.int(1_000, 900_000) }),
  async run(world, { browser, goneAfterMs }) {
    const endpoint = `https://push.virtual/dan-${browser}`;
    const body = { endpoint, keys: BROWSER_KEYS };
    const reply = await world.ask('dan', { method: 'POST', path: '/api/push-subscriptions', body });
    world.timeline.after(goneAfterMs, 'a browser is gone', () => world.post.endpointGone(endpoint));
    return reply?.status === 201;
  },
});

const readInbox = planStep({
  name: 'read_inbox',
  kind: 'action',
  weight: 1,
  draw: (draws) => ({ who: draws.pick(['ada', 'ben', 'eve'] as const) }),
  run: async (world, { who }) => {
    await world.ask(who, { method: 'GET', path: '/api/notifications' });
    const reply = await world.ask(who, { method: 'POST', path: '/api/notifications/read', body: { all: true } });
    return reply?.status === 204;
  },
});

const POST_TROUBLES = ['refuses', 'hangs', 'reply_lost'] as const satisfies PostState[];

const trouble = (which: 'mail' | 'push'): PlanStep =>
  planStep({
    name: `${which}_trouble`,
    kind: 'fault',
    weight: 2,
    ways: POST_TROUBLES,
    draw: (draws) => ({ state: draws.pick(POST_TROUBLES), forMs: draws.int(5_000, 120_000) }),
    run(world, { state, forMs }) {
      world.post.set(which, state);
      world.timeline.after(forMs, `${which} works again`, () => world.post.set(which, 'works'));
      return state;
    },
  });

export const SUBSCRIPTION_ACTIONS: readonly PlanStep[] = [
  subscribe,
  snoozeSign,
  previewSubscription,
  addBrowser,
  readInbox,
];
export const POST_FAULTS: readonly PlanStep[] = [trouble('mail'), trouble('push')];
