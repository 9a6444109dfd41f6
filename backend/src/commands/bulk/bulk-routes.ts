import type { Clock } from '@sign-display/contracts/clock-and-random';
import { Bulk, BulkSign, type BulkAction } from '@sign-display/contracts/rest/bulk';
import { COMMAND_ROLES } from '@sign-display/contracts/rest/commands';
import type { OpenRecord } from '../../access/open-record-with-role.ts';
import { checkRole } from '../../access/role-checks.ts';
import { checkOrder, urlOf } from '../command-checks.ts';
import { checkOrganizationUrl } from '../../access/is-page-url-allowed.ts';
import { checkPageForm, type PrivatePages } from '../../urls/url-policy.ts';
import type { Db } from '../../db/database-types.ts';
import type { RestRefusal } from '../../http/problem.ts';
import { CURSOR_FORMS } from '../../http/cursor.ts';
import { openPage } from '../../http/pagination.ts';
import { answer, type Router } from '../../http/router.ts';
import { viewOf } from '../../http/row-to-response.ts';
import { listBulkSigns, readProgress, type BulkProgress, type BulkSignRow } from './bulk-progress.ts';
import { openBulk, type BulkRow } from './bulk-repository.ts';
import type { BulkService } from './bulk-service.ts';

/** A sort key has the whole name and may be longer than a cursor, so the cursor has only the sign. */
const BY_NAME = {
  forms: [CURSOR_FORMS.uuid],
  valuesOf: ({ signId }: Pick<BulkSignRow, 'signId'>) => [signId],
  placeOf: ([signId]: string[]): string => signId!,
};

/** Checks the rules that apply to every organization, before the organization is known. */
function checkAction(action: BulkAction, nowMs: number): RestRefusal | null {
  if ('command' in action) return checkOrder(action, nowMs, '/action');
  return 'url' in action ? checkPageForm(action.url) : null;
}

const pageOfAction = (action: BulkAction): string | null => {
  if ('command' in action) return urlOf(action);
  return 'url' in action ? action.url : null;
};

function bulkView(row: BulkRow, { counts }: BulkProgress, nowMs: number): Bulk {
  const isUndoable = row.undoableUntil !== null && row.undoableUntil.getTime() > nowMs;
  const by = { id: row.actorId, name: row.actorName };
  return viewOf(Bulk, { ...row, bulkId: row.id, by, counts, undoableUntil: isUndoable ? row.undoableUntil : null });
}

/** Bulk requests over REST: checks the role, translates, decides nothing. */
export function addBulkRoutes(
  router: Router,
  deps: {
    db: Db;
    clock: Clock;
    bulk: BulkService;
    privatePages: PrivatePages;
    openEvent: OpenRecord<{ organizationId: string }>;
  },
): void {
  const { db, clock, bulk, privatePages, openEvent } = deps;

  router.route('POST /api/signs/bulk', async ({ body, caller, role, author }) => {
    const { organizationId, action } = body;
    const malformed = checkAction(action, clock.now());
    if (malformed) return malformed;
    const needed = 'command' in action ? COMMAND_ROLES[action.command] : role;
    const refused = await checkRole(db, caller, organizationId, needed);
    if (refused) return refused;
    const eventId = 'filter' in body.target ? body.target.filter.eventId : undefined;
    if (eventId !== undefined) {
      const event = await openEvent(db, eventId, caller, needed);
      if ('code' in event) return event;
      if (event.organizationId !== organizationId) return { code: 'not_found' };
    }
    const notAllowed = await checkOrganizationUrl(db, organizationId, pageOfAction(action), privatePages);
    if (notAllowed) return notAllowed;
    const person = { id: caller.userId, name: caller.name, email: caller.email };
    const started = await bulk.start({ ...author, person }, body);
    return 'code' in started ? started : answer(202, started);
  });

  router.route('GET /api/bulk/:id', async ({ params, caller, role }) => {
    const row = await openBulk(db, params.id, caller, role);
    if ('code' in row) return row;
    const [progress] = await readProgress(db, row.organizationId, [row.id]);
    return progress ? answer(200, bulkView(row, progress, clock.now())) : { code: 'not_found' };
  });

  router.route('GET /api/bulk/:id/signs', async ({ params, query, caller, role }) => {
    const page = openPage(BY_NAME, query);
    if ('code' in page) return page;
    const row = await openBulk(db, params.id, caller, role);
    if ('code' in row) return row;
    const list = (after: string | null, most: number) => listBulkSigns(db, row.id, query.state, after, most);
    return answer(200, await page.read(list, (sign) => viewOf(BulkSign, sign)));
  });

  router.route('POST /api/bulk/:id/undo', async ({ params, caller, role, author }) => {
    const row = await openBulk(db, params.id, caller, role);
    if ('code' in row) return row;
    const person = { id: caller.userId, name: caller.name, email: caller.email };
    const started = await bulk.undo({ ...author, person }, row.id);
    return 'code' in started ? started : answer(202, started);
  });
}
