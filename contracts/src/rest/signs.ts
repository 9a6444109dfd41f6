import { Type, type Static } from 'typebox';
import { ContentState, KioskMode } from '../kiosk-events.ts';
import type { RouteTable } from '../route.ts';
import { Acknowledgement } from './outages.ts';
import {
  Actor,
  Count,
  IdParams,
  ListQuery,
  Name,
  NoContent,
  OpenSignSettings,
  PageQuery,
  PageUrl,
  Screen,
  SettingsPatch,
  Timestamp,
  Uuid,
  UuidV4,
  nullable,
  oneOf,
  page,
  strictObject,
  text,
} from '../common-schemas.ts';

/** Sign records (contract, section 3; interface specification, section 2.1). */

/**
 * One word for people, derived, never stored, from what the kiosk says of itself: `showing` means that its page is up. `idle` is any other that is
 * connected: without a page, with one on its way, or not heard of yet.
 */
export const SIGN_STATUSES = [
  'unlinked',
  'offline',
  'content_unreachable',
  'content_error',
  'background',
  'showing',
  'idle',
] as const;
export const SignStatus = oneOf(SIGN_STATUSES);
export type SignStatus = Static<typeof SignStatus>;

export const Presence = oneOf(['online', 'offline'] as const);
export type Presence = Static<typeof Presence>;

export const SignDevice = Type.Object({
  deviceSignId: UuidV4,
  shortCode: Type.String(),
  macAddress: Type.String(),
  appVersion: Type.String(),
  platform: Type.String(),
  screen: Screen,
});
export type SignDevice = Static<typeof SignDevice>;

/** Why a page is the one to show: it was assigned, a schedule's occurrence is on, or a person ordered it for a while. */
export const ShownSource = oneOf(['assigned', 'schedule', 'manual'] as const);
export type ShownSource = Static<typeof ShownSource>;

/**
 * What the service last told the sign to show; a sign that is away is told when it is back. `source` null: nothing, or no device is there to be told.
 * `until`: when that ends by itself; null where it does not.
 */
export const Shown = Type.Object({
  url: nullable(Type.String()),
  source: nullable(ShownSource),
  until: nullable(Timestamp),
});
export type Shown = Static<typeof Shown>;

export const Sign = Type.Object({
  id: Uuid,
  organizationId: Uuid,
  eventId: Uuid,
  name: Type.String(),
  location: Type.String(),
  url: nullable(Type.String()),
  status: SignStatus,
  presence: nullable(Presence),
  contentState: nullable(ContentState),
  mode: nullable(KioskMode),
  device: nullable(SignDevice),
  lastSeenAt: nullable(Timestamp),
  statusSince: nullable(Timestamp),
  /** True if the page is up but the screen is one colour (promise K9); null if not known. */
  blank: nullable(Type.Boolean()),
  /**
   * True if the sign's verdict has changed five times within ten minutes and was not stable for fifteen minutes since
   * (promise N5).
   */
  unstable: Type.Boolean(),
  /** Until when a sign's silence after an ordered restart is no outage (promise N9); null without such a restart. */
  restartingUntil: nullable(Timestamp),
  /**
   * The latest acknowledgement, if all of the sign's open outages have one (promise N10); null without open outages, or
   * if one has none.
   */
  acknowledged: nullable(Acknowledgement),
  /** When the picture of GET /api/signs/:id/screenshot was taken; null without a picture. */
  screenshotAt: nullable(Timestamp),
  shown: Shown,
  settings: OpenSignSettings,
  version: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Sign = Static<typeof Sign>;
export const SignPage = page(Sign);

/** GET /api/signs */
export const SignListQuery = strictObject({
  organizationId: Uuid,
  eventId: Type.Optional(Uuid),
  status: Type.Optional(SignStatus),
  q: Type.Optional(text(200, 1)),
  ...PageQuery,
});
export type SignListQuery = Static<typeof SignListQuery>;

/** POST /api/signs: a pre-created record (Flow B). */
export const CreateSignRequest = strictObject({
  organizationId: Uuid,
  eventId: Uuid,
  name: Name,
  location: Name,
  url: Type.Optional(nullable(PageUrl)),
});
export type CreateSignRequest = Static<typeof CreateSignRequest>;

/** PATCH /api/signs/:id, with If-Match. */
export const PatchSignRequest = Type.Object(
  {
    name: Type.Optional(Name),
    location: Type.Optional(Name),
    url: Type.Optional(nullable(PageUrl)),
    settings: Type.Optional(SettingsPatch),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type PatchSignRequest = Static<typeof PatchSignRequest>;

/** A row of GET /api/signs/:id/history. */
export const HistoryItem = Type.Object({
  id: Uuid,
  at: Timestamp,
  kind: Type.String(),
  actor: nullable(Actor),
  device: nullable(Type.Object({ signId: UuidV4, shortCode: Type.String() })),
  url: nullable(Type.String()),
  outcome: nullable(Type.String()),
  reason: nullable(Type.String()),
  durationMs: nullable(Count),
  requestId: nullable(Uuid),
  detail: nullable(Type.String()),
});
export type HistoryItem = Static<typeof HistoryItem>;
export const HistoryPage = page(HistoryItem);

export const signRoutes = {
  'GET /api/signs': {
    doc: { id: 'listSigns', tag: 'signs', summary: 'List the signs of an organization' },
    role: 'viewer',
    query: SignListQuery,
    response: { 200: SignPage },
  },
  'POST /api/signs': {
    doc: { id: 'createSign', tag: 'signs', summary: 'Create a prepared sign record without a device (Flow B)' },
    role: 'operator',
    body: CreateSignRequest,
    response: { 201: Sign },
    versioned: true,
    refusals: ['invalid_url', 'quota_exceeded'],
    audit: 'sign.create',
  },
  'GET /api/signs/:id': {
    doc: { id: 'getSign', tag: 'signs', summary: 'A sign' },
    role: 'viewer',
    params: IdParams,
    response: { 200: Sign },
    versioned: true,
  },
  'PATCH /api/signs/:id': {
    doc: { id: 'patchSign', tag: 'signs', summary: 'Change a sign if it has not changed since you read it' },
    role: 'operator',
    params: IdParams,
    body: PatchSignRequest,
    response: { 200: Sign },
    versioned: true,
    refusals: ['invalid_url', 'precondition_failed', 'precondition_required'],
    audit: 'sign.update',
  },
  'DELETE /api/signs/:id': {
    doc: {
      id: 'deleteSign',
      tag: 'signs',
      summary: 'Delete a sign record; the device of the sign shows its QR code again',
    },
    role: 'admin',
    params: IdParams,
    response: { 204: NoContent },
    refusals: ['conflict'],
    audit: 'sign.delete',
  },
  'DELETE /api/signs/:id/override': {
    doc: { id: 'endOverride', tag: 'signs', summary: 'End the manual override of a sign, if there is one' },
    role: 'operator',
    params: IdParams,
    response: { 204: NoContent },
    audit: 'sign.override_end',
  },
} as const satisfies RouteTable;

export const historyRoutes = {
  'GET /api/signs/:id/history': {
    doc: { id: 'listHistory', tag: 'signs', summary: 'List the history of a sign record' },
    role: 'viewer',
    params: IdParams,
    query: ListQuery,
    response: { 200: HistoryPage },
  },
} as const satisfies RouteTable;
