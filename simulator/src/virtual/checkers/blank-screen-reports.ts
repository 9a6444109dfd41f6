import { AGENT_LIMITS } from '@sign-display/kiosk-agent/limits';
import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';
import { mirror, type Mirror } from './shared-table-mirror.ts';
import { isRegistered } from './is-registered.ts';
import type { OutageRow, SignRow } from './row-types.ts';

const LOOK_EVERY_MS = 1_000;
/** As many looks as it takes, each as late as it may be, and a heartbeat. */
const TOLD_WITHIN_MS = 1.25 * (AGENT_LIMITS.blankSamples + 1) * AGENT_LIMITS.sampleEveryMs + 10_000;
/** From a heartbeat to the record. */
const WRITTEN_WITHIN_MS = 15_000;

interface Said {
  blank: unknown;
  contentState: unknown;
  /** Since when it has said the same, without a gap. */
  sinceMs: number;
  atMs: number;
}

/** K9: what signs say of blank screens is so, and is beside what they say of their pages; records and outages follow it. */
export const blankScreens: Checker = {
  promises: ['K9'],
  begin(world): Watch {
    const { coverage, timeline } = world;
    const signs: Mirror<SignRow> = mirror(world, 'sign');
    const outages: Mirror<OutageRow> = mirror(world, 'outage');
    const said = new Map<string, Said>();
    /** The same by the machine that said it: a cloned disk beats under the signId of another machine. */
    const saidByMachine = new Map<string, Said>();
    /** What page is up and what that screen is, and since when it has been like that, by an agent that was registered all the time. */
    const screens: { url: string | null; isBlank: boolean; sinceMs: number }[] = world.signs.map(() => ({
      url: null,
      isBlank: false,
      sinceMs: Infinity,
    }));
    const changedMs = new Map<string, number>();
    let lookedMs = 0;

    world.network.onArrival(({ kiosk, signId, to, event, payload }) => {
      if (to !== 'node' || event !== 'heartbeat') return;
      const { blank, contentState } = payload as { blank?: unknown; contentState: unknown };
      const atMs = timeline.nowMs();
      const isSame = (before: Said | undefined): before is Said =>
        before !== undefined &&
        before.blank === blank &&
        before.contentState === contentState &&
        atMs - before.atMs < 8_000;
      const before = said.get(signId);
      const words = { blank, contentState, sinceMs: isSame(before) ? before.sinceMs : atMs, atMs };
      said.set(signId, words);
      saidByMachine.set(`${kiosk} ${signId}`, words);
    });

    function lookAtScreens(): void {
      for (const { index, kiosk, isOn } of world.signs) {
        const before = screens[index]!;
        const shown = kiosk.screen();
        const url = shown?.kind === 'page' ? shown.url : null;
        const isBlank = kiosk.blank();
        const isSteady = isOn && isRegistered(kiosk) && kiosk.agent()?.stored.mode === 'foreground' && url !== null;
        if (!isSteady) screens[index] = { url, isBlank, sinceMs: Infinity };
        else if (before.sinceMs === Infinity || before.url !== url || before.isBlank !== isBlank)
          screens[index] = { url, isBlank, sinceMs: timeline.nowMs() };
      }
    }

    function checkSigns(): void {
      for (const { index, kiosk } of world.signs) {
        const { isBlank, sinceMs } = screens[index]!;
        const agent = kiosk.agent();
        const words = saidByMachine.get(`${index} ${agent?.stored.identity?.signId}`);
        if (!agent || !words || timeline.nowMs() - sinceMs < TOLD_WITHIN_MS || timeline.nowMs() - words.atMs > 6_000)
          continue;
        assertPromise(words.blank === isBlank, 'K9', 'what a sign says of its screen is not so', () => ({
          seen: `kiosk ${index} says blank: ${String(words.blank)}`,
          expected: isBlank,
        }));
        const isInItsPlace = isBlank && agent.content.failure === null && words.contentState === 'error';
        assertPromise(!isInItsPlace, 'K9', 'a sign says that its page has failed because its screen is blank', () => ({
          seen: `kiosk ${index} says ${String(words.contentState)}`,
          expected: 'what is so of the page',
        }));
        if (isBlank) coverage.hit('K9 blank screen told');
      }
    }

    function checkRecords(): void {
      const nowMs = timeline.nowMs();
      for (const { id, name, device_sign_id: device, blank, presence } of signs.rows()) {
        const words = said.get(device ?? '');
        if (!words || nowMs - words.atMs > 6_000) continue;
        const sinceMs = Math.max(words.sinceMs, changedMs.get(id) ?? 0, world.disturbedMs());
        if (nowMs - sinceMs < WRITTEN_WITHIN_MS || presence !== 'online') continue;
        assertPromise(
          blank === (words.blank ?? null),
          'K9',
          'a record does not say of the screen what its sign says',
          () => ({
            seen: `${name}: ${String(blank)}`,
            expected: words.blank,
          }),
        );
        if (typeof words.blank !== 'boolean') continue;
        const isOpen = outages
          .rows()
          .some((each) => each.sign_record_id === id && each.kind === 'blank' && each.closed_at === null);
        assertPromise(isOpen === words.blank, 'K9', 'a blank screen and its outage disagree', () => ({
          seen: `${name}: ${isOpen ? 'open' : 'none'}`,
          expected: words.blank ? 'open' : 'none',
        }));
      }
    }

    return {
      async afterCommit(commits) {
        for (const { before, after } of await signs.update(commits))
          if (after && (before?.device_sign_id !== after.device_sign_id || before?.presence !== after.presence))
            changedMs.set(after.id, timeline.nowMs());
        for (const { before, after } of await outages.update(commits))
          if (after?.kind === 'blank' && !before?.closed_at && after.closed_by === 'recovered')
            coverage.hit('K9 blank screen over');
      },
      afterStep() {
        lookAtScreens();
        if (timeline.nowMs() - lookedMs < LOOK_EVERY_MS) return;
        lookedMs = timeline.nowMs();
        checkSigns();
        checkRecords();
      },
    };
  },
};
