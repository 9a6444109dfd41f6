import type { PageKind } from '../../plan/scenario-terms.ts';
import { planStep, type PlanStep } from './plan-step.ts';

/** Pages that do what pages do. */

/** What is assigned to signs. */
export const PAGES = ['http://pages.virtual/a', 'http://pages.virtual/b', 'http://pages.virtual/c'] as const;

const TROUBLES = [
  'slow',
  'hanging',
  'blank',
  'refused',
  'tls_broken',
  'not_found',
  'server_error',
] as const satisfies PageKind[];

const pageTrouble = planStep({
  name: 'page_trouble',
  kind: 'fault',
  weight: 9,
  ways: TROUBLES,
  draw: (draws) => ({ url: draws.pick(PAGES), trouble: draws.pick(TROUBLES), forMs: draws.int(3_000, 240_000) }),
  run(world, { url, trouble, forMs }) {
    world.pages.set(url, trouble);
    world.timeline.after(forMs, `${url} is good again`, () => world.pages.set(url, 'good'));
    return trouble;
  },
});

const pageChanged = planStep({
  name: 'page_changed',
  kind: 'fault',
  weight: 2,
  draw: (draws) => ({ url: draws.pick(PAGES) }),
  run(world, { url }) {
    world.pages.change(url);
    return true;
  },
});

export const PAGE_FAULTS: readonly PlanStep[] = [pageTrouble, pageChanged];
