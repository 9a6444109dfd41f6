import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createVirtualClock } from '@sign-display/kiosk-agent/testing/virtual-clock';
import { HOLD_MS } from '@sign-display/kiosk-shell/release-key-hold';
import { watchReleaseKey } from './watch-release-key.ts';

const chord = { code: 'KeyR', control: true, alt: true, shift: true, isAutoRepeat: false };

function watched() {
  const clock = createVirtualClock(0);
  let opened = 0;
  const watch = watchReleaseKey(clock, () => (opened += 1));
  const [page, screen] = [new EventEmitter(), new EventEmitter()];
  watch(page);
  watch(screen);
  const press = (on: EventEmitter, isAutoRepeat = false) =>
    on.emit('before-input-event', {}, { ...chord, type: 'keyDown', isAutoRepeat });
  const letGo = (on: EventEmitter) => on.emit('before-input-event', {}, { ...chord, type: 'keyUp' });
  return { clock, page, screen, press, letGo, opened: () => opened };
}

test('K13: the dialog opens after five seconds of holding, and not a moment before', async () => {
  const { clock, page, press, opened } = watched();
  press(page);
  await clock.advance(HOLD_MS - 1);
  expect([HOLD_MS, opened()]).toEqual([5_000, 0]);
  await clock.advance(1);
  expect(opened()).toBe(1);
});

test('K13: a key that is let go too early opens nothing, and the next hold begins anew', async () => {
  const { clock, page, press, letGo, opened } = watched();
  press(page);
  await clock.advance(HOLD_MS - 1);
  letGo(page);
  press(page);
  await clock.advance(HOLD_MS - 1);
  expect(opened()).toBe(0);
  await clock.advance(1);
  expect(opened()).toBe(1);
});

test.each(['blur', 'destroyed', 'render-process-gone'])(
  'K13: a page that loses the keyboard (%s) ends the hold, because nobody would hear the key let go',
  async (lost) => {
    const { clock, page, screen, press, opened } = watched();
    press(page);
    page.emit(lost);
    await clock.advance(HOLD_MS);
    expect(opened()).toBe(0);
    // What another page loses is nothing to a hold on this one.
    press(screen);
    page.emit(lost);
    await clock.advance(HOLD_MS);
    expect(opened()).toBe(1);
  },
);

test('K13: a key that stays down opens the dialog once; held again, it opens it again', async () => {
  const { clock, page, screen, press, letGo, opened } = watched();
  press(page);
  await clock.advance(HOLD_MS);
  // The dialog has the keyboard now, and hears the repeats.
  press(screen, true);
  await clock.advance(HOLD_MS);
  expect(opened()).toBe(1);
  letGo(screen);
  press(screen);
  await clock.advance(HOLD_MS);
  expect(opened()).toBe(2);
});
