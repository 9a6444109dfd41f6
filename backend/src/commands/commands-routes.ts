import type { Quotas } from '../access/check-quotas.ts';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { COMMAND_ROLES } from '@sign-display/contracts/rest/commands';
import { LogLine } from '@sign-display/contracts/rest/telemetry';
import { openSign } from '../signs/signs-repository.ts';
import { checkOrganizationUrl } from '../access/is-page-url-allowed.ts';
import type { PrivatePages } from '../urls/url-policy.ts';
import type { Db } from '../db/database-types.ts';
import { BY_ID, BY_TIME_AND_ID, openPage } from '../http/pagination.ts';
import { answer, type Router } from '../http/router.ts';
import { checkOrder, checkStorage, urlOf } from './command-checks.ts';
import { commandView } from './command-view.ts';
import { listCommands } from './commands-repository.ts';
import type { CommandsService } from './commands-service.ts';
import { viewOf } from '../http/row-to-response.ts';
import { listLogLines, type LogRow } from './stored-sign-logs.ts';

const logLine = (row: LogRow) => viewOf(LogLine, row);

/** Commands and what they bring, over REST: checks the role, translates, decides nothing. */
export function addCommandsRoutes(
  router: Router,
  deps: { db: Db; clock: Clock; commands: CommandsService; privatePages: PrivatePages; quotas: Quotas },
): void {
  const { db, clock, commands, privatePages } = deps;

  router.route('POST /api/signs/:id/commands', async ({ params, body, caller, author }) => {
    const malformed = checkOrder(body, clock.now());
    if (malformed) return malformed;
    const sign = await openSign(db, params.id, caller, COMMAND_ROLES[body.command]);
    if ('code' in sign) return sign;
    const forbidden = await checkOrganizationUrl(db, sign.organizationId, urlOf(body), privatePages);
    if (forbidden) return forbidden;
    const full = await checkStorage(db, deps.quotas, sign.organizationId, body);
    if (full) return full;
    const sent = await commands.send(sign.id, { id: caller.userId, name: caller.name }, author, body);
    return 'code' in sent ? sent : answer(202, sent);
  });

  router.route('GET /api/signs/:id/commands', async ({ params, query, caller, role }) => {
    const page = openPage(BY_ID, query);
    if ('code' in page) return page;
    const sign = await openSign(db, params.id, caller, role);
    if ('code' in sign) return sign;
    return answer(200, await page.read((after, most) => listCommands(db, sign.id, after, most), commandView));
  });

  router.route('GET /api/signs/:id/logs', async ({ params, query, caller, role }) => {
    const page = openPage(BY_TIME_AND_ID, query);
    if ('code' in page) return page;
    const sign = await openSign(db, params.id, caller, role);
    if ('code' in sign) return sign;
    return answer(200, await page.read((after, most) => listLogLines(db, sign.id, query, after, most), logLine));
  });
}
