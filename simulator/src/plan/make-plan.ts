import { Faker, en } from '@faker-js/faker';
import { seededRandom, type Draws } from '../adapters/seeded-random.ts';
import type { Scenario } from './scenario.ts';
import type { ClaimStep, KioskPlan, KioskTurn, Proof, Spelling, Step } from './plan-types.ts';
import { PAGES, type AfterClaim, type ClaimPage, type LinkFault, type Page, type PageKind } from './scenario-terms.ts';

/** What a run's backend allows. */
interface PlanLimits {
  /** A running backend locks an operator out after a few wrong codes, so none are typed there. */
  wrongCodes: boolean;
  /** Against a running backend there is one account, so nobody can borrow another person's requestId. */
  twoPeople: boolean;
}

/**
 * The plan of the kiosk `index` under `seed`. Every draw comes from a stream of its own, so a plan depends neither on the size of
 * the fleet nor on the order in which plans are made.
 */
export function makePlan(seed: string, scenario: Scenario, limits: PlanLimits, index: number): KioskPlan {
  const draws = seededRandom(seed, 'plan', index);
  const faker = new Faker({ locale: en, seed: draws.int(0, 2 ** 31 - 1) });
  const macAddresses: [string, string] = [macAddress(draws), macAddress(draws)];
  const name = `${faker.commerce.productAdjective()} ${faker.animal.type()} ${index + 1}`;
  const spot = `${faker.location.street()}, ${faker.location.ordinalDirection()} side`;
  const places = scenario.watch?.places;
  const location = places === undefined ? spot : `Hall ${1 + (index % places)}, ${spot}`;

  const fault = deal(seed, 'linkFaults', scenario.linkFaults, index);
  const page = fittingPage(deal(seed, 'pages', scenario.pages, index), fault);
  const right: Proof =
    fault !== 'offline' && draws.chance(scenario.typedCode)
      ? { by: 'typed', code: 'right', spelling: spelling(draws) }
      : { by: 'qr', code: 'right' };
  const first: ClaimStep = {
    do: 'claim',
    request: 'first',
    operator: 'own',
    proof: right,
    page,
    body: 'planned',
    startFirst: draws.chance(scenario.startFirst) && fault !== 'offline',
    fault,
  };
  const again: ClaimStep = { ...first, startFirst: false, fault: 'none' };
  const better: ClaimStep = { ...again, request: 'second', page: 'good' };

  const steps: Step[] = [...mistakes(draws, scenario, limits, again), first];
  if (fault === 'offline') steps.push({ do: 'cable_in' });
  if (TRIED_AGAIN.has(fault)) steps.push(again);
  let loads = failureOf(page) === null;
  if (!loads) {
    const next = deal(seed, 'afterFailure', scenario.afterFailure, index);
    if (next === 'same_again') steps.push(again);
    if (next === 'better_page') {
      steps.push(better);
      loads = true;
    }
  }
  if (loads) {
    const standing = failureOf(page) === null ? again : better;
    const turn = deal(seed, 'afterClaim', scenario.afterClaim, index);
    steps.push(...afterwards(turn === 'other_person' && !limits.twoPeople ? 'other_body' : turn, standing));
    // The machine that was swapped in is not claimed.
    if (scenario.duties !== undefined && turn !== 'mac_swap')
      steps.push({ do: 'duty', duty: deal(seed, 'duties', scenario.duties, index) });
  }
  return { index, sign: { name, location }, macAddresses, bootsOffline: fault === 'offline', steps };
}

/** A page whose proof ends at the load timeout. */
const usesWholeTimeout = (page: Page): boolean => page === 'hanging' || page === 'half_hanging';
const failureOf = (page: ClaimPage) => (page === 'none' ? null : PAGES[page]);

/** Faults after which the operator sends the same request again. */
const TRIED_AGAIN: ReadonlySet<LinkFault> = new Set(['ack_lost', 'ack_late', 'reply_lost', 'offline']);

/**
 * Some faults need a page that loads. Some strike after a success; others need the time for a reconnect and a takeover, and a hanging page would use
 * up the deadline of the ack.
 */
function fittingPage(page: ClaimPage, fault: LinkFault): ClaimPage {
  const needsSuccess = fault === 'cut_at_claimed' || fault === 'reply_lost';
  const needsTime = fault === 'cut_at_apply_link' || fault === 'cut_at_link_ack' || fault === 'reboot_at_apply_link';
  if ((needsSuccess && failureOf(page) !== null) || (needsTime && usesWholeTimeout(page))) return 'good';
  return page;
}

function mistakes(draws: Draws, scenario: Scenario, limits: PlanLimits, right: ClaimStep): ClaimStep[] {
  const made: ClaimStep[] = [];
  const wrongCode = draws.chance(scenario.mistakes.wrongCode) && limits.wrongCodes;
  const unknownCode = draws.chance(scenario.mistakes.unknownCode) && limits.wrongCodes;
  if (wrongCode) made.push({ ...right, request: 'wrong-code', proof: { by: 'qr', code: 'wrong' } });
  if (unknownCode) {
    const proof: Proof = { by: 'typed', code: 'unknown', spelling: spelling(draws) };
    made.push({ ...right, request: 'unknown-code', proof });
  }
  if (draws.chance(scenario.mistakes.badUrl)) made.push({ ...right, request: 'bad-url', page: 'not_a_web_page' });
  return made;
}

function afterwards(turn: AfterClaim, standing: ClaimStep): Step[] {
  const kiosk = (...turns: KioskTurn[]): Step[] => turns.map((name) => ({ do: name }));
  const byOther: ClaimStep = { ...standing, operator: 'other', request: 'other' };
  const turns: Record<AfterClaim, () => Step[]> = {
    nothing: () => [],
    replay: () => [standing],
    // By QR: a typed code is looked up among unclaimed signs before the service looks at the requestId.
    other_body: () => [{ ...standing, body: 'changed', proof: { by: 'qr', code: 'right' } }],
    other_person: () => [
      { ...byOther, request: standing.request, body: 'borrowed', proof: { by: 'qr', code: 'right' } },
    ],
    claimed_by_other: () => [{ ...byOther, proof: { by: 'qr', code: 'right' } }],
    typed_by_other: () => {
      const plain: Spelling = { lowerCase: false, separator: '', lookAlikes: false };
      return [{ ...byOther, proof: { by: 'typed', code: 'right', spelling: plain } }];
    },
    reboot: () => kiosk('reboot'),
    power_cut: () => kiosk('power_cut'),
    mac_swap: () => kiosk('mac_swap'),
    cable_pulled: () => kiosk('cable_out', 'reboot', 'cable_in'),
  };
  return turns[turn]();
}

function spelling(draws: Draws): Spelling {
  return { lowerCase: draws.chance(0.5), separator: draws.pick(['', '-', ' ']), lookAlikes: draws.chance(0.5) };
}

/** A globally administered unicast address, as a network card has it. */
function macAddress(draws: Draws): string {
  const bytes = draws.bytes(6);
  bytes[0] = bytes[0]! & 0xfc;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(':');
}

/** The card for `index`: the deck is shuffled anew for each round, and every round deals each card. */
function deal<Word extends string>(
  seed: string,
  name: string,
  deck: Partial<Record<Word, number>>,
  index: number,
): Word {
  const cards = (Object.entries(deck) as [Word, number][]).flatMap(([word, count]) => Array<Word>(count).fill(word));
  const round = Math.floor(index / cards.length);
  return seededRandom(seed, 'deck', name, round).shuffle(cards)[index % cards.length]!;
}

/** The pages that a plan asks for, one for each claim step that has one. */
export function pagesOf(plan: KioskPlan): { request: string; page: PageKind }[] {
  const isPage = (page: Page): page is PageKind => page !== 'none' && page !== 'not_a_web_page';
  return plan.steps.flatMap((step) =>
    step.do === 'claim' && isPage(step.page) ? [{ request: step.request, page: step.page }] : [],
  );
}

/** Whether this story mostly waits: for a deadline of the handshake, or until the backend gives up a silent connection. */
export function waitsForDeadlines(plan: KioskPlan): boolean {
  return plan.steps.some((step) =>
    step.do === 'claim'
      ? usesWholeTimeout(step.page) || step.fault === 'ack_lost' || step.fault === 'ack_late'
      : step.do === 'power_cut' || step.do === 'cable_out',
  );
}
