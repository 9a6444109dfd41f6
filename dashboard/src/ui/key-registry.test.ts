import { expect, test } from 'vitest';
import { createKeys, keysShown } from './key-registry.ts';

const press = (key: string, more = {}) => ({ key, hasModifier: false, isTaken: false, ...more });

test('D3: a page’s key goes before the frame’s, until the page is left', () => {
  const done: string[] = [];
  const keys = createKeys(() => true);
  const binding = (key: string, name: string) => ({ key, said: name, run: () => done.push(name) });
  keys.add({ title: 'Everywhere', bindings: [binding('?', 'map'), binding('Escape', 'home')] });
  const leave = keys.add({
    title: 'Wall',
    bindings: [binding('Escape', 'close the peek'), binding('a', 'acknowledge')],
  });
  expect([press('Escape'), press('A'), press('?'), press('x')].map((one) => keys.press(one))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  leave();
  keys.press(press('Escape'));
  keys.press(press('a'));
  expect(done).toEqual(['close the peek', 'acknowledge', 'map', 'home']);
  expect(keys.scopes().map(({ title }) => title)).toEqual(['Everywhere']);
});

test('D3: a key does nothing while somebody types, with a modifier, or where single keys are off', () => {
  const done: string[] = [];
  let isOn = true;
  const keys = createKeys(() => isOn);
  keys.add({
    title: 'Everywhere',
    bindings: ['?', 'Escape'].map((key) => ({ key, said: key, run: () => done.push(key) })),
  });
  expect(keys.press(press('?', { isTaken: true }))).toBe(false);
  expect(keys.press(press('?', { hasModifier: true }))).toBe(false);
  isOn = false;
  expect(keys.press(press('?'))).toBe(false);
  expect(keys.press(press('Escape'))).toBe(true);
  expect(done).toEqual(['Escape']);
});

test('D3: the map names each key once, with what it does now, and the keys of the part that has the focus', () => {
  const binding = (key: string, said: string) => ({ key, said, run: () => {} });
  const scopes = [
    { title: 'Everywhere', bindings: [binding('?', 'keys'), binding('Escape', 'home')] },
    { title: 'Filter', bindings: [binding('Escape', 'one step back')] },
    { title: 'Map', bindings: [binding('Escape', 'one step back')], own: [{ keys: '← →', said: 'walk' }] },
  ];
  expect(keysShown(scopes)).toEqual([
    { title: 'Everywhere', rows: [{ keys: '?', said: 'keys' }] },
    {
      title: 'Map',
      rows: [
        { keys: '← →', said: 'walk' },
        { keys: 'Escape', said: 'one step back' },
      ],
    },
  ]);
});

test('D3: a letter with Shift has its own action where a page binds it, and is the letter elsewhere', () => {
  const done: string[] = [];
  const keys = createKeys(() => true);
  const binding = (key: string) => ({ key, said: key, run: () => done.push(key) });
  keys.add({ title: 'Inbox', bindings: [binding('u'), binding('Shift U'), binding('j')] });
  for (const one of [press('u'), press('U', { hasShift: true }), press('U'), press('J', { hasShift: true })])
    keys.press(one);
  expect(done).toEqual(['u', 'Shift U', 'u', 'j']);
});
