import type { ContentServer } from '../pages/content-server.ts';
import { eachInParallel, unlessAborted } from '../waiting/each-in-parallel.ts';
import type { JudgedDuty, KioskEvidence } from '../evidence/evidence-types.ts';
import type { KioskPlan } from '../plan/plan-types.ts';
import { pagesOf, waitsForDeadlines } from '../plan/make-plan.ts';
import { newStoryRecord, playStory, type StoryRecord, type StoryWorld } from './play-kiosk-story.ts';
import { createVirtualKiosk, type KioskWorld, type VirtualKiosk } from '../machine/virtual-kiosk.ts';

/** The current counts of a fleet. */
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
   * Boots every kiosk that has its cable in. Resolves when each has registered or has waited in vain to register, or when `signal` fires.
   */
  boot(signal: AbortSignal): Promise<void>;
  /**
   * Plays every story, `atOnce` at a time. Stories that mostly wait for deadlines are counted apart, or a few of them would hold up all others. Ends
   * early when `signal` fires, and leaves the stories that are under way.
   */
  playStories(atOnce: { quick: number; waiting: number }, signal: AbortSignal): Promise<void>;
  count(): FleetCount;
  /** The evidence of every kiosk. `recordOf` gives the backend's rows about a sign record. */
  evidence(recordOf: RecordOf): KioskEvidence[];
  /** The sign records that duties were done with. */
  dutyRecords(): string[];
  /** Connections that were opened beyond each kiosk's first. */
  reconnects(): number;
  stop(): Promise<void>;
}

/** How many kiosks boot at once. Fewer than after a real power cut, because registering is not what this run measures. */
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
    // The story of a kiosk that does not register will say so.
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
    stop: () => eachInParallel(kiosks, BOOTS_AT_ONCE, (kiosk) => kiosk.stop()),
  };
}

/** Gives the backend's rows about a sign that a duty was done with. */
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
      // Requests for these pages never reach the content server, so it has no counts for them.
      .filter(({ page }) => page !== 'refused' && page !== 'tls_broken')
      .map(({ request, page }) => [
        content.pageUrl(plan.index, request, page),
        content.hits(plan.index, request, 'claim'),
      ]),
  );
  const duties = story.duties.map((duty) => ({ ...duty, ...recordOf(duty.signRecordId ?? '') }));
  return { plan, ...story, duties, ...kiosk.seen(), served };
}
