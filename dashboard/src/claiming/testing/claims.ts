import type { ClaimResponse } from '@sign-display/contracts/rest/claims';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { Action, Frame } from '../screen-model-types.ts';
import type { Moment, Opening } from '../machine-event-and-effect-types.ts';
import type { Press } from '../user-action-types.ts';
import type { Attempt, EventChoice, Found, KnownSign } from '../claim-state.ts';

/** What the tests of the phone's claim are played with. */

export const OPENING: Opening = {
  userId: 'ana',
  eventId: null,
  signId: null,
  code: null,
  view: null,
  wrong: null,
  makesEvents: false,
  isOnline: true,
};

export const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const momentAt = (nowMs: number, number = 1): Moment => ({
  nowMs,
  wallMs: 1_795_000_000_000 + nowMs,
  newId: uuid(number),
});

export const EVENTS: EventChoice[] = [1, 2].map((number) => ({
  organizationId: uuid(500),
  organization: 'Nordlicht Events',
  role: 'operator',
  eventId: uuid(500 + number),
  event: `Lichterfest ${number}`,
  timeZone: 'Europe/Vienna',
  startsAt: null,
}));

export const SIGNS: KnownSign[] = [
  { id: uuid(601), name: 'Bar 3 links', location: 'Halle 5', url: 'https://menu.example/bar', status: 'showing' },
  { id: uuid(602), name: 'Stand 415', location: 'Halle 4', url: null, status: 'unlinked' },
];

/** A pendingSign, told apart by its number, that is held for ten minutes. */
export const foundAt = (nowMs: number, number: number): Found & { pendingId: string } => ({
  pendingId: uuid(10_000 + number),
  signId: '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f',
  shortCode: '4QB50C',
  device: {
    appVersion: '2.4.1',
    platform: 'linux x64',
    screen: { width: 1_920, height: 1_080, scaleFactor: 1 },
    connectedSince: '2026-11-20T18:57:00.000Z',
  },
  heldUntilMs: nowMs + 600_000,
  blinks: { sinceMs: nowMs, untilMs: nowMs + 60_000 },
});

export function claimed({ name, url, requestId }: Attempt): ClaimResponse {
  const sign = { id: uuid(700), eventId: EVENTS[0]!.eventId, name, location: 'Halle 5', url, status: 'idle' };
  // Of a sign the phone reads no more than these.
  return { sign: sign as unknown as Sign, requestId, handshake: 'acknowledged' };
}

/** Everything that a person can tap in a frame. */
export function pressesOf(frame: Frame): Press[] {
  const taps: Pick<Action, 'press' | 'isDisabled'>[] = [...frame.actions];
  if (frame.header.back) taps.push(frame.header.back);
  if (frame.is === 'list') taps.push(...frame.rows);
  if (frame.is === 'scan' && frame.sheet) taps.push(...frame.sheet.actions);
  if (frame.is === 'scan' && frame.torch) taps.push(frame.torch);
  if (frame.is === 'type') taps.push(...frame.keys, frame.remove);
  if (frame.is === 'form') taps.push(...frame.fields.flatMap(({ suggestions }) => suggestions));
  if (frame.is === 'form' && frame.event) taps.push(frame.event.change);
  return taps.filter(({ isDisabled }) => isDisabled !== true).map(({ press }) => press);
}
