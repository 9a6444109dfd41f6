import { Type, type Static } from 'typebox';
import type { Role } from '../roles.ts';
import { LIMITS } from '../limits.ts';
import type { RouteTable } from '../route.ts';
import {
  Actor,
  IdParams,
  ListQuery,
  PageUrl,
  Timestamp,
  Uuid,
  nullable,
  oneOf,
  page,
  strictObject,
} from '../common-schemas.ts';

/** Remote commands (contract, section 3; promise M3). To many signs: bulk.ts. */

/** Every command, with the role it needs. */
export const COMMAND_ROLES = {
  refresh: 'operator',
  reboot: 'operator',
  reboot_device: 'admin',
  set_background_mode: 'operator',
  update: 'operator',
  fetch_logs: 'operator',
  screenshot: 'operator',
  display_content: 'operator',
  identify: 'operator',
} as const satisfies Record<string, Role>;
export type CommandName = keyof typeof COMMAND_ROLES;
export const COMMAND_NAMES = Object.keys(COMMAND_ROLES) as CommandName[];

export const COMMAND_STATES = ['queued', 'sent', 'acked', 'failed', 'expired', 'refused'] as const;
export const CommandState = oneOf(COMMAND_STATES);
export type CommandState = Static<typeof CommandState>;

/** The codes with which a kiosk refuses (`refused`); any other code of `sign:command_error` is `failed`. */
export const COMMAND_REFUSALS = ['expired', 'reboot_loop', 'not_supported'] as const;

/** How long a command waits for its sign by default, and at most (`wait: true`). */
export const COMMAND_EXPIRY_SECONDS = { usual: 60, most: 86_400 } as const;

// Each variant and each kind of arguments has a name of its own: a generated client gets a type for each (docs/decisions/0010).
// `Type.Optional` makes another schema, so that a name must be that one's.
export const NoArgs = Type.Optional(strictObject({}));
export const BackgroundModeArgs = strictObject({ enabled: Type.Boolean() });
export const FetchLogsArgs = Type.Optional(
  strictObject({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5_000 })),
    since: Type.Optional(Timestamp),
  }),
);
export const ScreenshotArgs = Type.Optional(
  strictObject({ maxWidth: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) }),
);
export const DisplayContentArgs = strictObject({ url: PageUrl, until: Type.Optional(Timestamp) });
export const IdentifyArgs = Type.Optional(
  strictObject({ seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.identifySecondsMost })) }),
);

const plain = {
  command: oneOf(['refresh', 'reboot', 'reboot_device', 'update'] as const),
  args: NoArgs,
};
const backgroundMode = { command: Type.Literal('set_background_mode'), args: BackgroundModeArgs };
const fetchLogs = { command: Type.Literal('fetch_logs'), args: FetchLogsArgs };
const screenshot = { command: Type.Literal('screenshot'), args: ScreenshotArgs };
const displayContent = { command: Type.Literal('display_content'), args: DisplayContentArgs };
const identify = { command: Type.Literal('identify'), args: IdentifyArgs };

/** The fields of each kind of command, for one sign or for many. */
export const COMMAND_KINDS = { plain, backgroundMode, fetchLogs, screenshot, displayContent, identify };

const delivery = {
  expiresInSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: COMMAND_EXPIRY_SECONDS.most })),
  wait: Type.Optional(Type.Boolean()),
};

export const PlainCommand = strictObject({ ...plain, ...delivery });
export const BackgroundModeCommand = strictObject({ ...backgroundMode, ...delivery });
export const FetchLogsCommand = strictObject({ ...fetchLogs, ...delivery });
export const ScreenshotCommand = strictObject({ ...screenshot, ...delivery });
export const DisplayContentCommand = strictObject({ ...displayContent, ...delivery });
export const IdentifyCommand = strictObject({ ...identify, ...delivery });

/** POST /api/signs/:id/commands. The role is the command's own (`COMMAND_ROLES`). */
export const CommandRequest = Type.Union([
  PlainCommand,
  BackgroundModeCommand,
  FetchLogsCommand,
  ScreenshotCommand,
  DisplayContentCommand,
  IdentifyCommand,
]);
export type CommandRequest = Static<typeof CommandRequest>;

/** → 202 */
export const CommandResponse = Type.Object({ commandId: Uuid, state: CommandState });
export type CommandResponse = Static<typeof CommandResponse>;

/** A row of GET /api/signs/:id/commands. */
export const Command = Type.Object({
  commandId: Uuid,
  /** The bulk request that the command belongs to; null if the command was sent to this sign alone. */
  bulkId: nullable(Uuid),
  command: Type.String(),
  /** The arguments of the request; empty without any. */
  args: Type.Record(Type.String(), Type.Unknown()),
  state: CommandState,
  /** Null if the service itself sent the command (a regular screenshot). */
  sentBy: nullable(Actor),
  createdAt: Timestamp,
  sentAt: nullable(Timestamp),
  finishedAt: nullable(Timestamp),
  expiresAt: Timestamp,
  /** The kiosk's answer without the bytes of an image, which GET /api/signs/:id/screenshot returns. */
  result: Type.Unknown(),
  error: nullable(Type.Object({ code: Type.String(), detail: Type.String() })),
});
export type Command = Static<typeof Command>;
export const CommandPage = page(Command);
export type CommandPage = Static<typeof CommandPage>;

export const commandRoutes = {
  'POST /api/signs/:id/commands': {
    doc: { id: 'sendCommand', tag: 'commands', summary: 'Send a command to a sign' },
    role: 'operator',
    params: IdParams,
    body: CommandRequest,
    response: { 202: CommandResponse },
    commandRoles: COMMAND_ROLES,
    refusals: ['invalid_url', 'quota_exceeded', 'sign_not_linked', 'sign_not_connected'],
    audit: 'sign.command',
  },
  'GET /api/signs/:id/commands': {
    doc: { id: 'listCommands', tag: 'commands', summary: 'List the commands of a sign' },
    role: 'viewer',
    params: IdParams,
    query: ListQuery,
    response: { 200: CommandPage },
  },
} as const satisfies RouteTable;
