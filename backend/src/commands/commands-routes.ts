import { lookAtQuota, type Quotas } from '../access/quotas.ts';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Clock } from '@sign-display/contracts/ports';
import { COMMAND_ROLES } from '@sign-display/contracts/rest/commands';
import { SCREENSHOT_CONTENT_TYPE, SCREENSHOT_TIME_HEADER, type LogLine } from '@sign-display/contracts/rest/telemetry';
import type { Static } from 'typebox';
import { openSign } from '../signs/open-sign.ts';
import { checkOrganizationUrl } from '../access/organization-url-policy.ts';
import type { PrivatePages } from '../urls/url-policy.ts';
import type { Db } from '../db/database.ts';
import { CURSOR_FORMS, decodeCursor, pageOf, readTimeCursor } from '../http/cursor.ts';
import { answer, type Router } from '../http/router.ts';
import { checkOrder, urlOf } from './command-request.ts';
import { commandView } from './command-view.ts';
import { listCommands } from './commands-repository.ts';
import type { CommandsService } from './commands-service.ts';
import { findScreenshot } from './screenshots.ts';
import { listLogLines, type LogRow } from './sign-logs.ts';

const logLine = ({ id, at, level, message, commandId }: LogRow): Static<typeof LogLine> => ({
  id,
  at: at.toISOString(),
  level,
  message,
  commandId,
});

/** Commands and what they bring, over REST: checks the role, translates, decides nothing. */
export function addCommandsRoutes(
  router: Router,
  deps: { db: Db; clock: Clock; commands: CommandsService; privatePages: PrivatePages; quotas: Quotas },
): void {
  const { db, clock, commands, privatePages } = deps;

  router.route('POST /api/signs/:id/commands', async ({ params, body, caller, author }) => {
    const malformed = checkOrder(body, clock.now());
    if (malformed) return malformed;
    const sign = await openSign(db, params.id, caller.userId, COMMAND_ROLES[body.command]);
    if ('code' in sign) return sign;
    const forbidden = await checkOrganizationUrl(db, sign.organizationId, urlOf(body), privatePages);
    if (forbidden) return forbidden;
    if (body.command === 'screenshot') {
      const full = await lookAtQuota(db, deps.quotas, sign.organizationId, 'storageBytes', 1);
      if (full) return full;
    }
    const sent = await commands.send(sign.id, { id: caller.userId, name: caller.name }, author, body);
    return 'code' in sent ? sent : answer(202, sent);
  });

  router.route('GET /api/signs/:id/commands', async ({ params, query, caller, role }) => {
    const cursor = decodeCursor(query.cursor, [CURSOR_FORMS.uuid]);
    if ('refusal' in cursor) return cursor.refusal;
    const sign = await openSign(db, params.id, caller.userId, role);
    if ('code' in sign) return sign;
    const limit = query.limit ?? LIMITS.pageSize;
    const rows = await listCommands(db, sign.id, cursor.after?.[0] ?? null, limit + 1);
    return answer(
      200,
      pageOf(rows, limit, ({ id }) => [id], commandView),
    );
  });

  router.route('GET /api/signs/:id/logs', async ({ params, query, caller, role }) => {
    const from = readTimeCursor(query.cursor);
    if ('code' in from) return from;
    const sign = await openSign(db, params.id, caller.userId, role);
    if ('code' in sign) return sign;
    const limit = query.limit ?? LIMITS.pageSize;
    const rows = await listLogLines(db, sign.id, query, from.position, limit + 1);
    return answer(
      200,
      pageOf(rows, limit, (row) => [row.at.toISOString(), row.id], logLine),
    );
  });

  router.route('GET /api/signs/:id/screenshot', async ({ params, caller, role }) => {
    const sign = await openSign(db, params.id, caller.userId, role);
    if ('code' in sign) return sign;
    const screenshot = await findScreenshot(db, sign, commands.screenshotsSinceMs());
    if (!screenshot) return { code: 'not_found', detail: 'There is no screenshot of this sign.' };
    return answer(200, screenshot.image, {
      'content-type': SCREENSHOT_CONTENT_TYPE,
      [SCREENSHOT_TIME_HEADER]: screenshot.capturedAt.toISOString(),
      // What a sign shows is its organization's, and another a moment later.
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });
}
