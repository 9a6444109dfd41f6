import { isUnclaimedScreen } from '../../evidence/evidence-types.ts';
import { EPOCH_MS } from '../timeline.ts';
import type { VirtualSign } from '../sign.ts';
import type { World } from '../world.ts';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';
import { mirror, type Mirror } from './shared-table-mirror.ts';
import { isRegistered } from './is-registered.ts';
import { rightPages } from './pages-allowed-now.ts';
import type { SignRow } from './row-types.ts';
import { watchSentPages, type SentPage } from './watch-sent-pages.ts';

const LOOK_EVERY_MS = 5_000;
/** Of a sign that is connected: whatever it missed it is told at its register, and what was lost on the way is found by its heartbeats. */
const AGREES_WITHIN_MS = 90_000;
/** A page that is good is on screen by then: the longest pause between two tries, and a load. */
const SHOWS_WITHIN_MS = 120_000;

/** What a sign knows of its record, side by side with the record. Pure. */
function differenceOf(
  claim: { recordId: string; organizationId: string | null; eventId: string | null; configVersion: number } | null,
  record: Pick<SignRow, 'id' | 'organization_id' | 'event_id' | 'config_version'> | null,
): string | null {
  if (claim === null || record === null) return (claim === null) === (record === null) ? null : 'claimed';
  if (claim.recordId !== record.id) return 'record';
  if (claim.organizationId !== record.organization_id) return 'organization';
  if (claim.eventId !== record.event_id) return 'event';
  return claim.configVersion === record.config_version ? null : 'configVersion';
}

/** Kiosk and record agree: C7, and what C3 leaves of a failed claim. */
export const agreement: Checker = {
  promises: ['C3', 'C7'],
  begin(world): Watch {
    const signs: Mirror<SignRow> = mirror(world, 'sign');
    /** Since when each sign has been connected, and each record as it is. */
    const onlineMs = world.signs.map(() => Infinity);
    const changedMs = new Map<string, number>();
    let lookedMs = 0;
    const toldPages = watchSentPages(world);

    const recordOf = (signId: string): SignRow | null =>
      signs.rows().find(({ device_sign_id: device }) => device === signId) ?? null;

    /** When it was last otherwise than now, as far as a kiosk has to follow. */
    function sinceMs(sign: VirtualSign, signId: string, record: SignRow | null): number {
      const ofRecord = Math.max(changedMs.get(signId) ?? 0, record ? (changedMs.get(record.id) ?? 0) : 0);
      return Math.max(onlineMs[sign.index]!, ofRecord, world.disturbedMs());
    }

    function check(sign: VirtualSign, isOver: boolean): void {
      const agent = sign.kiosk.agent();
      const name = `kiosk ${sign.index}`;
      const signId = agent?.stored.identity?.signId;
      if (!agent || !signId || agent.phase !== 'running') return;
      const record = recordOf(signId);
      const isCloned = agent.connection.refusal !== null;
      const { claim, organizationId, eventId } = agent.stored;
      const known = claim && { recordId: claim.sign.id, organizationId, eventId, configVersion: claim.configVersion };
      const forMs = world.timeline.nowMs() - sinceMs(sign, signId, record);
      if (isOver ? isCloned : forMs < AGREES_WITHIN_MS) return;
      const difference = differenceOf(known, record);
      assertPromise(difference === null, 'C7', `${name} and its record do not agree: ${difference}`, () => ({
        seen: known ?? 'unclaimed',
        expected: record ?? 'unclaimed',
      }));
      if (record) checkTold(world, name, record, toldPages.of(signId));
      checkScreen(world, sign, record, isOver || forMs >= SHOWS_WITHIN_MS);
    }

    return {
      afterStep() {
        for (const { index, isOn, kiosk } of world.stirred)
          if (!isOn || !isRegistered(kiosk)) onlineMs[index] = Infinity;
          else if (onlineMs[index] === Infinity) onlineMs[index] = world.timeline.nowMs();
        if (world.timeline.nowMs() - lookedMs < LOOK_EVERY_MS) return;
        lookedMs = world.timeline.nowMs();
        for (const sign of world.signs) check(sign, false);
      },
      async afterCommit(commits) {
        for (const { before, after } of await signs.update(commits)) {
          const nowMs = world.timeline.nowMs();
          if (before && after && isAlike(before, after)) continue;
          for (const row of [before, after]) {
            if (row) changedMs.set(row.id, nowMs);
            if (row?.device_sign_id) changedMs.set(row.device_sign_id, nowMs);
          }
        }
      },
      atEnd() {
        for (const sign of world.signs) {
          const agent = sign.kiosk.agent();
          const isRefused = agent?.connection.refusal != null;
          assertPromise(isRefused || isRegistered(sign.kiosk), 'C7', `kiosk ${sign.index} did not come back`, () => ({
            seen: agent?.connection ?? 'no agent',
            expected: 'registered',
          }));
          check(sign, true);
        }
        for (const record of signs.rows()) checkHolder(world, record);
      },
    };
  },
};

/** A record that says what a kiosk is to be like says so in its version; what a kiosk says of itself does not count. */
const isAlike = (before: SignRow, after: SignRow): boolean =>
  before.device_sign_id === after.device_sign_id &&
  before.claim_request_id === after.claim_request_id &&
  before.config_version === after.config_version &&
  before.shown_url === after.shown_url;

/** `Sign.shown` is what the service last told the sign; around the end of what is shown for a time both may be under way. */
function checkTold(world: World, name: string, record: SignRow, told: SentPage | null): void {
  if (rightPages(record, world.timeline.nowMs()).length > 1) return;
  const { shown_source: source, shown_url: shown, shown_until: until, url } = record;
  const page = source === null ? { url, until: null } : { url: shown, until: until?.toISOString() ?? null };
  world.coverage.hit(`C7 told a page ${page.until === null ? 'for good' : 'for a time'}`);
  const isTold = told !== null && told.url === page.url && told.until === page.until;
  assertPromise(isTold, 'C7', `${name} was last told another page than its record says`, () => ({
    seen: told,
    expected: page,
  }));
}

function checkScreen(world: World, sign: VirtualSign, record: SignRow | null, isDue: boolean): void {
  const screen = sign.kiosk.screen();
  const name = `kiosk ${sign.index}`;
  if (record === null) {
    assertPromise(
      screen !== null && isUnclaimedScreen(screen),
      'C7',
      `${name} is nobody’s and does not show its QR`,
      () => ({
        seen: screen,
        expected: 'the QR screen',
      }),
    );
    return;
  }
  assertPromise(screen === null || !isUnclaimedScreen(screen), 'C7', `${name} is claimed and shows its QR`, () => ({
    seen: screen,
    expected: record,
  }));
  const nowMs = world.timeline.nowMs();
  const right = rightPages(record, nowMs);
  const isGood = (url: string | null): boolean =>
    url === null || world.pages.isGoodSince(sign.index, url, nowMs - SHOWS_WITHIN_MS);
  if (!isDue || !right.every(isGood)) return;
  const isShown = right.some((url) =>
    url === null ? screen?.kind === 'splash' : screen?.kind === 'page' && screen.url === url,
  );
  assertPromise(isShown, 'C7', `${name} does not show what its record says`, () => ({
    seen: screen,
    expected: right.map((url) => url ?? 'splash').join(' or '),
  }));
}

/** A claimed record whose device is one of ours is known by it (the machine may have become another since). */
function checkHolder(world: World, record: SignRow): void {
  if (record.device_sign_id === null) return;
  const holders = world.signs.filter(({ kiosk }) => kiosk.agent()?.stored.identity?.signId === record.device_sign_id);
  if (holders.length === 0) return world.coverage.hit('C7 record of a machine that is another now');
  world.coverage.hit('C7 agreed at the end');
  const isOld = world.timeline.nowMs() + EPOCH_MS - record.created_at.getTime() > AGREES_WITHIN_MS;
  const isConfirmed = record.claim_confirmed_at !== null || record.claim_request_id === null;
  const isOnline = holders.some(({ kiosk }) => isRegistered(kiosk));
  assertPromise(!isOld || isConfirmed || !isOnline, 'C7', 'a claim was never confirmed by its sign', () => ({
    seen: record,
    expected: 'confirmed',
  }));
}
