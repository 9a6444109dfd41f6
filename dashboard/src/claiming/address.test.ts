import { expect, test } from 'vitest';
import { createAddress } from './address.ts';
import type { Happening } from './happenings.ts';
import { NOTHING_KEPT } from './keeping.ts';
import { open, step } from './machine.ts';
import type { ClaimState } from './state.ts';
import { EVENTS, foundAt, momentAt, OPENING } from './testing/claims.ts';

/** A browser's history of one tab; `left`: the person is on the page before ours. It takes so many changes, and then refuses them as Safari does. */
function browse(most = Infinity) {
  const entries = ['before', '/claim'];
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
    history: {
      state: null,
      pushState: (_: unknown, __: string, address: string) => change(address, true),
      replaceState: (_: unknown, __: string, address: string) => change(address, false),
      back() {
        at -= 1;
        if (at > 0) told();
      },
    },
    onPopState(tell: () => void) {
      told = tell;
      return () => {};
    },
  };
  let state: ClaimState = open(OPENING, NOTHING_KEPT, momentAt(1_000)).state;
  const address = createAddress(browser, () => happen({ type: 'back' }));
  address.show(state);
  function happen(...happenings: Happening[]): void {
    for (const happening of happenings) {
      ({ state } = step(state, happening, momentAt(2_000)));
      address.show(state);
    }
  }
  return {
    happen,
    goBack: () => browser.history.back(),
    state: () => state,
    now: () => entries[at],
    changes: () => changes,
  };
}

test.each<[string, Happening]>([
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

test('what changes nothing of the address touches the history never, however often it happens', () => {
  const { happen, changes } = browse();
  happen({ type: 'events', events: [EVENTS[0]!] }, { type: 'open-keypad' });
  const before = changes();
  for (let typed = 0; typed < 200; typed += 1) happen({ type: 'key', key: 'B' }, { type: 'delete-key' });
  expect(changes()).toBe(before);
});

test('a browser that refuses changes of its history does not stop the claim', () => {
  const { happen, state } = browse(1);
  happen({ type: 'events', events: [EVENTS[0]!] }, { type: 'open-camera' });
  happen({ type: 'scanned', scanned: { kind: 'code', shortCode: '4QB50C' } });
  expect(state().place.is).toBe('finding');
});
