import type { Sign } from '@sign-display/contracts/rest/signs';
import { openSign } from './signs-repository.ts';
import { checkRole } from '../access/role-checks.ts';
import { checkPageForm } from '../urls/url-policy.ts';
import type { Db } from '../db/database-types.ts';
import { BY_TIME_AND_ID, openPage } from '../http/pagination.ts';
import { listSignHistory } from '../history/history-repository.ts';
import { historyItem } from '../history/history-view.ts';
import { readIfMatch, versionTag } from '../http/if-match.ts';
import type { RestRefusal } from '../http/problem.ts';
import { answer, answerJson, type Answer, type Router } from '../http/router.ts';
import { createGate } from '../flow/gate.ts';
import { createSignPages, readSignCursor } from './sign-list.ts';
import type { SignRow } from './sign-view.ts';
import type { SignsService } from './signs-service.ts';

const signAnswer = (status: number, sign: Sign | RestRefusal): Answer | RestRefusal =>
  'code' in sign ? sign : answer(status, sign, versionTag(sign));

/**
 * So many pages are read at once, the others in the order of their asking; searches, which take longer, by themselves. A page takes a backend of
 * Postgres a third of a millisecond: of sixteen at once on two cores one now and then waits until the others have had ten turns, which is
 * the p99 (in turn with no bound, sign-list.bench.ts: 78 instead of 121 ms, 24 to 30 instead of 33 to 39; p50 about the same). The pool's
 * other connections are for what else there is to do.
 */
const PAGES_AT_ONCE = 4;
const SEARCHES_AT_ONCE = 2;

/** Sign records over REST: checks the role, translates, decides nothing. */
export function addSignsRoutes(
  router: Router,
  deps: { db: Db; signs: SignsService; describeSign(row: SignRow): Sign },
): void {
  const { db, signs, describeSign } = deps;
  const findPage = createSignPages(db);
  const pages = createGate({ atOnce: PAGES_AT_ONCE, mostWaiting: Infinity });
  const searches = createGate({ atOnce: SEARCHES_AT_ONCE, mostWaiting: Infinity });

  router.route('GET /api/signs', async ({ query, caller, role }) => {
    const from = readSignCursor(query.cursor);
    if ('code' in from) return from;
    const gate = query.q === undefined ? pages : searches;
    const asker = { userId: caller.userId, mfa: caller.mfa, needed: role };
    const read = await gate.run(() => findPage(asker, query, from.afterId));
    // All wait: how many can, the load shedding says.
    const page = read!.result;
    return 'code' in page ? page : answerJson(page.json);
  });

  router.route('POST /api/signs', async ({ body, caller, role, author }) => {
    const refused = await checkRole(db, caller, body.organizationId, role);
    return refused ?? signAnswer(201, await signs.create(body, author));
  });

  router.route('GET /api/signs/:id', async ({ params, caller, role }) => {
    const sign = await openSign(db, params.id, caller, role);
    return 'code' in sign ? sign : signAnswer(200, describeSign(sign));
  });

  router.route('PATCH /api/signs/:id', async ({ params, body, caller, role, author, raw }) => {
    const match = readIfMatch(raw.headers['if-match']);
    if ('code' in match) return match;
    // What no organization allows is told before what is not there: the contract's order (section 2).
    const malformed = checkPageForm(body.url ?? null);
    if (malformed) return malformed;
    const sign = await openSign(db, params.id, caller, role);
    if ('code' in sign) return sign;
    return signAnswer(200, await signs.update(sign.id, author, match.version, body));
  });

  router.route('DELETE /api/signs/:id', async ({ params, caller, role, author }) => {
    const sign = await openSign(db, params.id, caller, role);
    if ('code' in sign) return sign;
    return (await signs.remove(sign.id, author)) ?? answer(204);
  });

  router.route('DELETE /api/signs/:id/override', async ({ params, caller, role, author }) => {
    const sign = await openSign(db, params.id, caller, role);
    if ('code' in sign) return sign;
    return (await signs.endOverride(sign.id, author)) ?? answer(204);
  });

  router.route('POST /api/signs/:id/unregister', async ({ params, caller, role, author }) => {
    const sign = await openSign(db, params.id, caller, role);
    if ('code' in sign) return sign;
    return signAnswer(200, await signs.unregister(sign.id, author));
  });

  router.route('GET /api/signs/:id/history', async ({ params, query, caller, role }) => {
    const sign = await openSign(db, params.id, caller, role);
    if ('code' in sign) return sign;
    const page = openPage(BY_TIME_AND_ID, query);
    if ('code' in page) return page;
    return answer(200, await page.read((after, most) => listSignHistory(db, sign.id, after, most), historyItem));
  });
}
