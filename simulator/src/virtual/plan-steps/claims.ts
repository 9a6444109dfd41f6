import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { Draws } from '../../adapters/seeded-random.ts';
import type { NodeReply } from '../node.ts';
import { ORGANIZATIONS, type PersonName } from '../initial-data.ts';
import type { World } from '../world.ts';
import { planStep, type Effect, type PlanStep } from './plan-step.ts';
import {
  OPERATORS,
  askAgain,
  isLost,
  remember,
  scan,
  scanFrom,
  type OrganizationName,
  type Scanned,
} from './operator-helpers.ts';
import { PAGES } from './pages.ts';

/** Flow A: a sign with a QR becomes one of an event's. */

const drawPage = (draws: Draws): string | null => (draws.chance(0.1) ? null : draws.pick(PAGES));

interface Wanted {
  organization?: OrganizationName;
  event?: number;
  /** Null: none, the splash. */
  url: string | null;
  requestId?: string;
}

/** The request of a claim as an app sends it. */
function claimRequest(scanned: Scanned, { organization = 'fair', event = 0, url, requestId }: Wanted) {
  const { id, events } = ORGANIZATIONS[organization];
  const { sign, signId, shortCode } = scanned;
  const body = {
    organizationId: id,
    eventId: events[event % events.length]!.id,
    name: `Sign ${sign.index}`,
    location: `Hall ${sign.index}`,
    ...(url !== null && { url }),
    signId,
    shortCode,
    ...(requestId !== undefined && { requestId }),
  };
  return { method: 'POST', path: '/api/signs/claim', body } as const;
}

/** Claims, and tries the same request once more where the sign did not answer, as the app offers. */
async function claimIt(
  world: World,
  who: PersonName,
  request: Parameters<typeof askAgain>[2],
  draws: Draws,
  options: Parameters<typeof askAgain>[4] = {},
): Promise<NodeReply | null> {
  const reply = await askAgain(world, who, request, draws, options);
  if (reply?.status !== 504 || draws.chance(0.2)) return reply;
  return await askAgain(world, who, request, draws);
}

const drawClaim = (draws: Draws, { kiosks }: { kiosks: number }) => ({
  kiosk: draws.int(0, kiosks - 1),
  who: draws.pick(OPERATORS.fair),
  url: drawPage(draws),
  event: draws.int(0, 1),
});

const claim = planStep({
  name: 'claim',
  kind: 'action',
  weight: 26,
  draw: drawClaim,
  async run(world, { kiosk, who, url, event }, draws) {
    const [scanned] = scanFrom(world, kiosk);
    if (!scanned) return false;
    await claimIt(world, who, claimRequest(scanned, { url, event, requestId: makeUuidV4(draws) }), draws);
    return true;
  },
});

/** Somebody reads the six characters off the screen, and types them as people do: with a letter O for a zero. `losesReply`: and asks again. */
const claimTyped = planStep({
  name: 'claim_typed',
  kind: 'action',
  weight: 8,
  draw: (draws, stage) => ({ ...drawClaim(draws, stage), losesReply: draws.chance(0.2) }),
  async run(world, { kiosk, who, url, event, losesReply }, draws) {
    const [scanned] = scanFrom(world, kiosk);
    if (!scanned) return false;
    const request = claimRequest(scanned, { url, event, requestId: makeUuidV4(draws) });
    const { signId: _, shortCode, ...body } = request.body;
    const typed = draws.chance(0.5)
      ? `${shortCode.slice(0, 3)} ${shortCode.slice(3)}`.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
      : shortCode;
    await claimIt(world, who, { ...request, body: { ...body, shortCode: typed } }, draws, { losesReply });
    return true;
  },
});

const STARTED = ['at_once', 'late', 'of_another', 'twice', 'overtaken', 'away', 'withdrawn'] as const;

/**
 * The app asks for a pendingSign first. `late`: it outlives its time; `of_another`: somebody else uses it; `twice`: one starts anew;
 * `overtaken`: somebody claims the device meanwhile who has none; `away`: the device is just reconnecting, and the app tries once more; `withdrawn`:
 * the code blinks on another sign, so the operator ends it.
 */
const claimStarted = planStep({
  name: 'claim_started',
  kind: 'action',
  weight: 7,
  ways: STARTED,
  draw: (draws, stage) => ({
    ...drawClaim(draws, stage),
    how: draws.chance(0.55) ? 'at_once' : draws.pick(STARTED),
    thinksMs: draws.int(200, 40_000),
  }),
  async run(world, { kiosk, who, url, event, how, thinksMs }, draws) {
    const [scanned] = scanFrom(world, kiosk);
    if (!scanned) return false;
    const { signId, shortCode } = scanned;
    const start = { method: 'POST', path: '/api/signs/claim/start', body: { signId, shortCode } } as const;
    const started = await askAgain(world, who, start, draws);
    if (started?.status !== 201) return false;
    if (how === 'twice') await askAgain(world, who, start, draws);
    const other = OPERATORS.fair.find((each) => each !== who)!;
    if (how === 'overtaken')
      await claimIt(world, other, claimRequest(scanned, { url, event, requestId: makeUuidV4(draws) }), draws);
    await world.wait(how === 'late' ? PENDING_TTL_MS + thinksMs : thinksMs);
    const request = claimRequest(scanned, { url, event, requestId: makeUuidV4(draws) });
    const { pendingId } = started.body as { pendingId: string };
    if (how === 'withdrawn') {
      const reply = await askAgain(world, who, { method: 'DELETE', path: `/api/signs/claim/${pendingId}` }, draws);
      return isLost(reply) ? false : how;
    }
    const by = how === 'of_another' ? other : who;
    const submitted = { ...request, body: { ...request.body, pendingId } };
    if (how === 'away') {
      scanned.sign.cutConnection();
      await world.wait(AWAY_MS);
      await claimIt(world, by, submitted, draws);
      await world.wait(BACK_AFTER_MS);
    }
    await claimIt(world, by, submitted, draws);
    return how;
  },
});
/** Contract, section 5. */
const PENDING_TTL_MS = 600_000;
/** Both ends have noticed by then; and it is back by then. */
const AWAY_MS = 300;
const BACK_AFTER_MS = 10_000;

const RETRIES = ['same', 'same_other_node', 'other_body', 'other_person'] as const;

/** The answer is lost on its way, and the app sends its requestId again (promises C4 and C5). */
const claimReplyLost = planStep({
  name: 'claim_reply_lost',
  kind: 'action',
  weight: 9,
  ways: RETRIES,
  draw: (draws, stage) => ({
    ...drawClaim(draws, stage),
    retry: draws.pick(RETRIES),
    node: draws.int(0, stage.nodes - 1),
    patienceMs: draws.pick([400, 3_000, 30_000]),
  }),
  async run(world, { kiosk, who, url, event, retry, node, patienceMs }, draws) {
    const [scanned] = scanFrom(world, kiosk);
    if (!scanned) return false;
    const request = claimRequest(scanned, { url, event, requestId: makeUuidV4(draws) });
    await world.ask(who, request, { node, losesReply: true, patienceMs });
    const another = { ...request, body: { ...request.body, name: 'Another name' } };
    const by = retry === 'other_person' ? OPERATORS.fair.find((each) => each !== who)! : who;
    const other = (node + 1) % world.nodes.length;
    const sent = retry === 'other_body' ? another : request;
    const reply = await askAgain(world, by, sent, draws, retry === 'same_other_node' ? { node: other } : {});
    // And the operator whose it was hears of the outcome in the end.
    if (sent !== request || by !== who) await claimIt(world, who, request, draws);
    return isLost(reply) ? false : retry;
  },
});

/** Two operators on one device (promise C6); or one with two apps. */
const claimRivals = planStep({
  name: 'claim_rivals',
  kind: 'action',
  weight: 6,
  ways: ['two_people', 'one_person', 'double_tap'],
  draw: (draws, stage) => ({
    ...drawClaim(draws, stage),
    rivals: draws.pick(['two_people', 'one_person', 'double_tap'] as const),
    apartMs: draws.pick([0, 5, 200, 2_000]),
    otherUrl: drawPage(draws),
  }),
  async run(world, { kiosk, who, url, event, rivals, apartMs, otherUrl }, draws) {
    const [scanned] = scanFrom(world, kiosk);
    if (!scanned) return false;
    const other = rivals === 'two_people' ? OPERATORS.fair.find((each) => each !== who)! : who;
    const request = claimRequest(scanned, { url, event, requestId: makeUuidV4(draws) });
    const rival =
      rivals === 'double_tap' ? request : claimRequest(scanned, { url: otherUrl, requestId: makeUuidV4(draws) });
    await Promise.all([
      claimIt(world, who, request, draws),
      world.wait(apartMs).then(() => claimIt(world, other, rival, draws)),
    ]);
    return rivals;
  },
});

/** One operator on two devices; `one_request`: by an app that sends one requestId for both (promise C4). */
const claimPair = planStep({
  name: 'claim_pair',
  kind: 'action',
  weight: 5,
  ways: ['two_requests', 'one_request'],
  draw: (draws, stage) => ({ ...drawClaim(draws, stage), isOneRequest: draws.chance(0.3) }),
  async run(world, { kiosk, who, url, event, isOneRequest }, draws) {
    const [one, other] = scanFrom(world, kiosk);
    if (!one || !other) return false;
    const shared = isOneRequest ? makeUuidV4(draws) : null;
    await Promise.all(
      [one, other].map((scanned) =>
        claimIt(world, who, claimRequest(scanned, { url, event, requestId: shared ?? makeUuidV4(draws) }), draws),
      ),
    );
    return isOneRequest ? 'one_request' : 'two_requests';
  },
});

/** In a workspace without the handshake (promise C9). */
const claimLegacy = planStep({
  name: 'claim_legacy',
  kind: 'action',
  weight: 3,
  ways: ['at_once', 'started'],
  draw: (draws, stage) => ({
    ...drawClaim(draws, stage),
    who: draws.pick(OPERATORS.legacy),
    starts: draws.chance(0.4),
  }),
  async run(world, { kiosk, who, url, starts }, draws) {
    const [scanned] = scanFrom(world, kiosk);
    if (!scanned) return false;
    const { signId, shortCode } = scanned;
    const start = { method: 'POST', path: '/api/signs/claim/start', body: { signId, shortCode } } as const;
    const started = starts ? await askAgain(world, who, start, draws) : null;
    const pending = started?.status === 201 ? (started.body as { pendingId: string }) : null;
    const request = claimRequest(scanned, { organization: 'legacy', url, requestId: makeUuidV4(draws) });
    const { pendingId } = pending ?? {};
    await claimIt(world, who, { ...request, body: { ...request.body, ...(pendingId && { pendingId }) } }, draws);
    return pending ? 'started' : 'at_once';
  },
});

/** In an organization that the others do not belong to. */
const claimElsewhere = planStep({
  name: 'claim_elsewhere',
  kind: 'action',
  weight: 2,
  draw: drawClaim,
  async run(world, { kiosk, url }, draws) {
    const [scanned] = scanFrom(world, kiosk);
    if (!scanned) return false;
    const wanted = { organization: 'opera', url, requestId: makeUuidV4(draws) } as const;
    await claimIt(world, 'fritz', claimRequest(scanned, wanted), draws);
    return true;
  },
});

const REFUSED = ['claimed', 'viewer', 'foreign_operator', 'unknown_code', 'wrong_code', 'bad_url', 'forbidden_url'];
type Refused = (typeof REFUSED)[number];

async function claimInVain(world: World, kiosk: number, how: Refused, draws: Draws): Promise<Effect> {
  const sign = world.signs[kiosk]!;
  const requestId = makeUuidV4(draws);
  const url =
    how === 'bad_url' ? 'ftp://pages.virtual/a' : how === 'forbidden_url' ? 'http://me:you@pages.virtual/' : PAGES[0];
  const scanned = how === 'claimed' ? remember(sign) : scan(sign);
  if (!scanned) return false;
  const request = claimRequest(scanned, { url, requestId });
  const who = how === 'viewer' ? 'eve' : how === 'foreign_operator' ? 'fritz' : 'dan';
  const { signId, shortCode, ...rest } = request.body;
  const body =
    how === 'unknown_code'
      ? { ...rest, shortCode: UNKNOWN_CODE }
      : how === 'wrong_code'
        ? { ...rest, signId, shortCode: shortCode === UNKNOWN_CODE ? '111111' : UNKNOWN_CODE }
        : request.body;
  const reply = await askAgain(world, who, { ...request, body }, draws);
  return isLost(reply) ? false : how;
}
const UNKNOWN_CODE = '0000ZZ';

/** What can't come to anything. */
const claimRefused = planStep({
  name: 'claim_refused',
  kind: 'action',
  weight: 5,
  ways: REFUSED,
  draw: (draws, { kiosks }) => ({ kiosk: draws.int(0, kiosks - 1), how: draws.pick(REFUSED as [Refused]) }),
  run: (world, { kiosk, how }, draws) => claimInVain(world, kiosk, how, draws),
});

export const CLAIMS: readonly PlanStep[] = [
  claim,
  claimTyped,
  claimStarted,
  claimReplyLost,
  claimRivals,
  claimPair,
  claimLegacy,
  claimElsewhere,
  claimRefused,
];
