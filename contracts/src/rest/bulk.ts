import { Type, type Static } from 'typebox';
import { BULK_SIGNS_MOST, LIMITS } from '../limits.ts';
import type { RouteTable } from '../route.ts';
import {
  Actor,
  Count,
  IdParams,
  PageQuery,
  PageUrl,
  SettingsPatch,
  Timestamp,
  Uuid,
  nullable,
  page,
  strictObject,
  text,
} from '../common-schemas.ts';
import { COMMAND_KINDS, COMMAND_ROLES, COMMAND_STATES, CommandState } from './commands.ts';
import { SignStatus } from './signs.ts';

/** Bulk requests for many signs, their progress and their undo (contract, sections 3.1 and 3.2; promise M1). */

export const BulkPlainCommand = strictObject(COMMAND_KINDS.plain);
export const BulkBackgroundMode = strictObject(COMMAND_KINDS.backgroundMode);
export const BulkFetchLogs = strictObject(COMMAND_KINDS.fetchLogs);
export const BulkScreenshot = strictObject(COMMAND_KINDS.screenshot);
export const BulkDisplayContent = strictObject(COMMAND_KINDS.displayContent);
export const BulkIdentify = strictObject(COMMAND_KINDS.identify);
export const BulkPage = strictObject({ url: nullable(PageUrl) });
export const BulkSettings = strictObject({ settings: SettingsPatch });
/** The action that ends the manual override of each sign that has one. */
export const BulkOverride = strictObject({ override: Type.Null() });

/** The change that a bulk request makes to each sign. */
export const BulkAction = Type.Union([
  BulkPlainCommand,
  BulkBackgroundMode,
  BulkFetchLogs,
  BulkScreenshot,
  BulkDisplayContent,
  BulkIdentify,
  BulkPage,
  BulkSettings,
  BulkOverride,
]);
export type BulkAction = Static<typeof BulkAction>;

/** Of a bulk request that undoes another one. */
export const BulkUndo = strictObject({ undo: Uuid });
/** The action of a bulk request in its response. */
export const BulkDeed = Type.Union([...BulkAction.anyOf, BulkUndo]);
export type BulkDeed = Static<typeof BulkDeed>;

export const BulkSigns = strictObject({ signIds: Type.Array(Uuid, { minItems: 1, maxItems: BULK_SIGNS_MOST }) });
export const BulkFilter = strictObject({
  filter: strictObject({
    eventId: Type.Optional(Uuid),
    status: Type.Optional(SignStatus),
    q: Type.Optional(text(200, 1)),
  }),
});

/** POST /api/signs/bulk. With a command in it, the role is the command's own. */
export const BulkRequest = strictObject({
  organizationId: Uuid,
  target: Type.Union([BulkSigns, BulkFilter]),
  action: BulkAction,
});
export type BulkRequest = Static<typeof BulkRequest>;

/** → 202; `accepted` is the number of signs. Progress comes over the socket (`bulk:progress`). */
export const BulkResponse = Type.Object({ bulkId: Uuid, accepted: Count });
export type BulkResponse = Static<typeof BulkResponse>;

/**
 * The 202 response to an undo. `leftOut` counts the signs that the undo leaves as they are, because they were changed
 * since or deleted. Signs that had failed don't count.
 */
export const UndoBulkResponse = Type.Object({ bulkId: Uuid, accepted: Count, leftOut: Count });
export type UndoBulkResponse = Static<typeof UndoBulkResponse>;

/**
 * The number of signs in each state; together they are `total`. For a command, the states are those of its rows. For a
 * page or settings: `queued` (not processed yet, or the sign is offline), `sent`, `acked` (confirmed by the kiosk, or a
 * sign without a device), `failed` (the kiosk failed, or the sign was deleted). A sign that the request could not apply
 * to is `failed`.
 */
export const BulkCounts = Type.Object(
  Object.fromEntries(COMMAND_STATES.map((state) => [state, Count])) as Record<CommandState, typeof Count>,
);
export type BulkCounts = Static<typeof BulkCounts>;

/** GET /api/bulk/:id */
export const Bulk = Type.Object({
  bulkId: Uuid,
  action: BulkDeed,
  by: Actor,
  createdAt: Timestamp,
  total: Count,
  counts: BulkCounts,
  /** Null if the request is a command, was undone, or is older than ten minutes. */
  undoableUntil: nullable(Timestamp),
  /** The bulk request that this one undoes; null if this is no undo. */
  undoOf: nullable(Uuid),
  /**
   * The count of the response to POST `…/undo`; null if this request is no undo, or if a node of an older version began
   * it.
   */
  leftOut: nullable(Count),
});
export type Bulk = Static<typeof Bulk>;

/** GET /api/bulk/:id/signs */
export const BulkSignsQuery = strictObject({ state: Type.Optional(CommandState), ...PageQuery });
export type BulkSignsQuery = Static<typeof BulkSignsQuery>;

/**
 * One sign of a bulk request, in the state that the counts use for it. `code`: why the sign is not done, as far as the
 * service knows (`sign_not_connected`: the sign is offline), or `not_found` for a deleted sign.
 */
export const BulkSign = Type.Object({
  signId: Uuid,
  name: Type.String(),
  state: CommandState,
  code: nullable(Type.String()),
});
export type BulkSign = Static<typeof BulkSign>;
export const BulkSignPage = page(BulkSign);
export type BulkSignPage = Static<typeof BulkSignPage>;

export const bulkRoutes = {
  'POST /api/signs/bulk': {
    doc: { id: 'bulk', tag: 'commands', summary: 'Change or command many signs in one bulk request' },
    role: 'operator',
    body: BulkRequest,
    bodyBytes: LIMITS.bodyBytesMost,
    response: { 202: BulkResponse },
    commandRoles: COMMAND_ROLES,
    refusals: ['invalid_url', 'quota_exceeded'],
    load: 'heavy',
    audit: 'sign.bulk',
  },
  'GET /api/bulk/:id': {
    doc: { id: 'getBulk', tag: 'commands', summary: 'Get the progress of a bulk request' },
    role: 'operator',
    params: IdParams,
    response: { 200: Bulk },
    audit: 'bulk.read',
  },
  'GET /api/bulk/:id/signs': {
    doc: { id: 'listBulkSigns', tag: 'commands', summary: 'List the signs of a bulk request by name' },
    role: 'operator',
    params: IdParams,
    query: BulkSignsQuery,
    response: { 200: BulkSignPage },
    audit: 'bulk.read',
  },
  'POST /api/bulk/:id/undo': {
    doc: {
      id: 'undoBulk',
      tag: 'commands',
      summary: 'Undo a bulk request and restore the previous state of each sign',
    },
    role: 'operator',
    params: IdParams,
    response: { 202: UndoBulkResponse },
    refusals: ['quota_exceeded', 'conflict'],
    load: 'heavy',
    audit: 'sign.bulk_undo',
  },
} as const satisfies RouteTable;
