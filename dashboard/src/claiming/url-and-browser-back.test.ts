import { describe, expect, test } from 'vitest';
import { createAddress } from './url-and-browser-back.ts';
import type { ClaimEvent } from './machine-event-and-effect-types.ts';
import { NO_SAVED_CLAIM } from './saved-claim.ts';
import { open, step } from './phone-claim-machine.ts';
import type { ClaimState } from './claim-state.ts';
import { readLink } from './read-claim-link.ts';
import { claimed, EVENTS, foundAt, momentAt, OPENING, uuid } from './testing/claims.ts';

/** A browser's history of one tab; `left`: the person is on the page before ours. It takes so many changes, and then refuses them as Safari does. */
function browse({ most = Infinity, address = '/claim' } = {}) {
  const entries = ['before', address];
  let at = 1;
  let changes = 0;
  let told = (): void => {};
  function change(address: string, isNew: boolean): void {
    changes += 1;
    if (changes > most) throw new DOMException('Attempt to use history more than 100 times', 'SecurityError');
    if (isNew) entries.splice((at += 1), Infinity, address);
    else entries[at] = address;
  }
  const browser = {
    path: '/claim',
    isHere: () => at > 0,
    history: {
      state: null,
      pushState: (_: unknown, __: string, address: string) => change(address, true),
      replaceState: (_: unknown, __: string, address: string) => change(address, false),
      back() {
        goBack(1);
      },
    },
    onPopState(tell: () => void) {
      told = tell;
      return () => {};
    },
  };
  function goBack(by: number): void {
    at = Math.max(0, at - by);
    told();
  }
  let state: ClaimState = open({ ...OPENING, ...linkOf(address) }, NO_SAVED_CLAIM, momentAt(1_000)).state;
  const shown = createAddress(browser, () => happen({ type: 'back' }));
  shown.show(state);
  function happen(...happenings: ClaimEvent[]): void {
    for (const happening of happenings) {
      ({ state } = step(state, happening, momentAt(2_000)));
      shown.show(state);
    }
  }
  function goForward(): void {
    at += 1;
    told();
  }
  return {
    happen,
    goBack: (by = 1) => goBack(by),
    goForward,
    state: () => state,
    now: () => entries[at],
    entries: () => entries,
    changes: () => changes,
  };
}

/** What an address asks for. */
const linkOf = (address: string) =>
  readLink(Object.fromEntries(new URL(address, 'https://signs.example').searchParams));

type Page = ReturnType<typeof browse>;
const [EVENT] = EVENTS;
const TARGET = {
  id: uuid(602),
  organizationId: EVENT!.organizationId,
  eventId: EVENT!.eventId,
  name: 'Stand 415',
  location: 'Halle 4',
  url: null,
  shortCode: 'VE05BR',
};
const FOUND = foundAt(2_000, 1);
const AT_EVENT = `/claim?event=${EVENT!.eventId}`;

function find({ happen, state }: Page): void {
  happen({ type: 'open-keypad' }, { type: 'paste-code', text: FOUND.shortCode }, { type: 'find' });
  happen({ type: 'found', nth: state().nth, found: FOUND });
}
function submit({ happen }: Page): void {
  happen({ type: 'yes' }, { type: 'typed', field: 'name', text: 'Bar 4' });
  happen({ type: 'typed', field: 'location', text: 'Halle 5' }, { type: 'submit' });
}
function isClaimed({ happen, state }: Page): void {
  const { open: attempt } = state();
  happen({ type: 'claimed', requestId: attempt!.requestId, answer: claimed(attempt!) });
}

test.each<[string, ClaimEvent]>([
  ['the choice of the first event', { type: 'events', events: EVENTS }],
  ['an opening that got no reply', { type: 'no-events', why: null }],
  ['an opening that was refused', { type: 'no-events', why: { code: 'forbidden' } }],
])('browser’s back leaves the page from %s, where there is no step back', (_, happening) => {
  const { happen, goBack, now } = browse();
  happen(happening);
  goBack();
  expect(now()).toBe('before');
});

test('browser’s back is one step back as long as there is one, and leaves the page after the last', () => {
  const { happen, goBack, now, state } = browse();
  happen({ type: 'events', events: EVENTS }, { type: 'pick-event', eventId: EVENTS[0]!.eventId });
  happen({ type: 'open-keypad' }, { type: 'paste-code', text: '4QB50C' }, { type: 'find' });
  happen({ type: 'found', nth: state().nth, found: foundAt(2_000, 1) });
  const places: string[] = [];
  for (let steps = 0; steps < 6 && now() !== 'before'; steps += 1) {
    places.push(state().place.is);
    goBack();
  }
  expect(places).toEqual(['found', 'type', 'start']);
  expect(now()).toBe('before');
});

test('D3: a jump over several entries to the page before ours leaves that page’s address as it is', () => {
  const page = browse();
  page.happen({ type: 'events', events: [EVENT!] });
  find(page);
  expect(page.entries()).toHaveLength(3);
  page.goBack(2);
  expect(page.entries()[0]).toBe('before');
  expect(page.state().place.is).toBe('found');
});

test('what changes nothing of the address touches the history never, however often it happens', () => {
  const { happen, changes } = browse();
  happen({ type: 'events', events: [EVENTS[0]!] }, { type: 'open-keypad' });
  const before = changes();
  for (let typed = 0; typed < 200; typed += 1) happen({ type: 'key', key: 'B' }, { type: 'delete-key' });
  expect(changes()).toBe(before);
});

test('a browser that refuses changes of its history does not stop the claim', () => {
  const { happen, state } = browse({ most: 1 });
  happen({ type: 'events', events: [EVENTS[0]!] }, { type: 'open-camera' });
  happen({ type: 'scanned', scanned: { kind: 'code', shortCode: '4QB50C' } });
  expect(state().place.is).toBe('finding');
});

describe('a record’s address', () => {
  /** From the record's address to its claim. */
  function replaced(): Page {
    const page = browse({ address: `${AT_EVENT}&sign=${TARGET.id}` });
    page.happen({ type: 'events', events: EVENTS }, { type: 'target', sign: TARGET, isLinked: true });
    find(page);
    page.happen({ type: 'yes' });
    return page;
  }

  test('D3: names the record until it has its device, and no entry of the history does after that', () => {
    const page = replaced();
    expect(page.now()).toBe(`${AT_EVENT}&sign=${TARGET.id}`);
    isClaimed(page);
    expect(page.entries()).toEqual(['before', AT_EVENT, AT_EVENT]);
    page.happen({ type: 'finish' });
    expect(page.entries()).toEqual(['before', AT_EVENT, AT_EVENT]);
    expect(page.now()).toBe(AT_EVENT);
  });

  test('D3: browser’s back from a claimed record, and forward again, lead to no address that names it', () => {
    const page = replaced();
    isClaimed(page);
    page.goBack();
    expect([page.state().place.is, page.now()]).toEqual(['start', AT_EVENT]);
    page.goForward();
    expect([page.state().place.is, page.now()]).toEqual(['start', AT_EVENT]);
  });

  test('D3: a step forward to where a record was looked for doesn’t name it while a new sign is', () => {
    const page = browse({ address: `/claim?sign=${TARGET.id}` });
    page.happen({ type: 'events', events: EVENTS }, { type: 'target', sign: TARGET, isLinked: true });
    page.happen({ type: 'open-camera' });
    page.goBack();
    page.goForward();
    expect([page.state().purpose.is, page.now()]).toEqual(['new', AT_EVENT]);
  });

  test('D3: what it asks for stays in the address until it is known, so that a reload asks for it again', () => {
    const asked = `${AT_EVENT}&sign=${TARGET.id}&view=scan`;
    const page = browse({ address: asked });
    expect(page.now()).toBe(asked);
    page.happen({ type: 'no-events', why: null });
    expect(page.now()).toBe(asked);
  });
});

describe('a code’s address', () => {
  test('D3: loses the code when it is asked for: no entry of the history has it', () => {
    const page = browse({ address: `/claim?code=${FOUND.shortCode}` });
    expect(page.entries().slice(1)).toEqual(['/claim', '/claim']);
    page.happen({ type: 'events', events: [EVENT!] }, { type: 'found', nth: page.state().nth, found: FOUND });
    submit(page);
    isClaimed(page);
    page.happen({ type: 'back' });
    expect(page.now()).toBe(AT_EVENT);
    expect(page.entries().join(' ')).not.toContain('code=');
    page.goBack();
    expect(page.now()).toBe('before');
  });
});
