import type { ContentServer } from '../pages/content-server.ts';
import { eachAtOnce, unlessAborted } from '../waiting/each-at-once.ts';
import type { JudgedDuty, KioskEvidence } from '../evidence/evidence.ts';
import type { KioskPlan } from '../plan/steps.ts';
import { pagesOf, waitsForDeadlines } from '../plan/make-plan.ts';
import { newStoryRecord, playStory, type StoryRecord, type StoryWorld } from './story.ts';
import { createVirtualKiosk, type KioskWorld, type VirtualKiosk } from '../machine/virtual-kiosk.ts';

/** Live numbers of a fleet. */
export interface FleetCount {
  online: number;
  storiesUnderWay: number;
  storiesDone: number;
  told: number;
  claimed: number;
  heartbeatsSent: number;
}

export interface Fleet {
  readonly kiosks: readonly VirtualKiosk[];
  /**
   * Boots every kiosk that has its cable in; resolves when they have registered, or have waited in vain for it. Ends early when
   * `signal` fires.
   */
  boot(signal: AbortSignal): Promise<void>;
  /**
   * Plays every story, so many at once; those that mostly wait for deadlines have places of their own, or a few of them would hold up
   * all others. Ends early when `signal` fires: what is under way is left.
   */
  playStories(atOnce: { quick: number; waiting: number }, signal: AbortSignal): Promise<void>;
  count(): FleetCount;
  /** `recordOf` tells what the backend has of a sign record. */
  evidence(recordOf: RecordOf): KioskEvidence[];
  /** The sign records that duties were done with. */
  dutyRecords(): string[];
  /** Connections that were opened beyond each kiosk's first. */
  reconnects(): number;
  stop(): Promise<void>;
}

/** Boots under way at once: a venue's power comes back all at once, but registering is not what is measured here. */
const BOOTS_AT_ONCE = 100;

export function createFleet(
  plans: readonly KioskPlan[],
  world: KioskWorld & { content: ContentServer },
  storyWorldOf: (plan: KioskPlan) => StoryWorld,
): Fleet {
  const kiosks = plans.map((plan) => createVirtualKiosk(plan, world));
  const stories = new Map<VirtualKiosk, StoryRecord>();

  async function bootOne(kiosk: VirtualKiosk): Promise<void> {
    if (kiosk.plan.bootsOffline) return;
    kiosk.boot();
    // A kiosk that does not come up is its own story's finding.
    await kiosk.moments.since(0, 'the kiosk to register', ({ type }) => type === 'registered').catch(() => {});
  }

  async function play(kiosk: VirtualKiosk): Promise<void> {
    const record = newStoryRecord();
    stories.set(kiosk, record);
    await playStory(kiosk, storyWorldOf(kiosk.plan), record);
  }

  const sum = (number: (kiosk: VirtualKiosk) => number) => kiosks.reduce((total, kiosk) => total + number(kiosk), 0);

  return {
    kiosks,
    boot: (signal) => unlessAborted(kiosks, BOOTS_AT_ONCE, bootOne, signal),
    async playStories(atOnce, signal) {
      const [waiting, quick] = [true, false].map((waits) =>
        kiosks.filter(({ plan }) => waitsForDeadlines(plan) === waits),
      );
      await Promise.all([
        unlessAborted(quick!, atOnce.quick, play, signal),
        unlessAborted(waiting!, atOnce.waiting, play, signal),
      ]);
    },
    count() {
      const told = [...stories.values()].flatMap((story) => story.told);
      const over = [...stories.values()].filter((story) => story.over).length;
      return {
        online: kiosks.filter((kiosk) => kiosk.online()).length,
        storiesUnderWay: stories.size - over,
        storiesDone: over,
        told: told.length,
        claimed: told.filter(({ status, code }) => status === 201 && code === 'claimed').length,
        heartbeatsSent: sum((kiosk) => kiosk.heartbeats().sent),
      };
    },
    evidence: (recordOf) =>
      kiosks.map((kiosk) => evidenceOf(kiosk, stories.get(kiosk) ?? newStoryRecord(), world.content, recordOf)),
    dutyRecords: () =>
      [...stories.values()].flatMap(({ duties }) => duties.flatMap(({ signRecordId }) => signRecordId ?? [])),
    reconnects: () => sum((kiosk) => Math.max(0, kiosk.connections() - 1)),
    stop: () => eachAtOnce(kiosks, BOOTS_AT_ONCE, (kiosk) => kiosk.stop()),
  };
}

/** What the backend has of a sign that a duty was done with. */
export type RecordOf = (signRecordId: string) => Pick<JudgedDuty, 'commands' | 'contentFetches'>;

function evidenceOf(
  kiosk: VirtualKiosk,
  story: StoryRecord,
  content: ContentServer,
  recordOf: RecordOf,
): KioskEvidence {
  const { plan } = kiosk;
  const served = new Map(
    pagesOf(plan)
      // These never reach a page: the content server has nothing to say of them.
      .filter(({ page }) => page !== 'refused' && page !== 'tls_broken')
      .map(({ request, page }) => [
        content.pageUrl(plan.index, request, page),
        content.hits(plan.index, request, 'claim'),
      ]),
  );
  const duties = story.duties.map((duty) => ({ ...duty, ...recordOf(duty.signRecordId ?? '') }));
  return { plan, ...story, duties, ...kiosk.seen(), served };
}
