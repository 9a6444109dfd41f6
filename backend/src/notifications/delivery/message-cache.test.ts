import { expect, test } from 'vitest';
import { createMessageMemo, type Message } from './message-cache.ts';

const messageOf = (id: string): Message => ({
  id,
  at: new Date('2026-11-20T19:04:30Z'),
  eventId: 'event',
  eventName: 'Opera',
  kind: 'claim_completed',
  title: `Title of ${id}`,
  text: '',
  parts: null,
  entries: [
    {
      kind: 'claim_completed',
      outageId: null,
      signId: 'sign',
      signName: 'Foyer',
      atMs: Date.parse('2026-11-20T19:04:00Z'),
      sinceMs: null,
      closedAtMs: null,
      detail: null,
    },
  ],
});
function makeMemo(load: (id: string) => Promise<Message | undefined> = async (id) => messageOf(id)) {
  const loaded: string[] = [];
  const read = createMessageMemo({
    publicUrl: () => 'https://signs.example.org',
    load(id) {
      loaded.push(id);
      return load(id);
    },
  });
  return { read, loaded };
}

test('a message to many people is read once and put into words once, however many ask at the same time', async () => {
  const { read, loaded } = makeMemo();
  const messages = await Promise.all(Array.from({ length: 200 }, () => read('storm')));
  expect(loaded).toEqual(['storm']);
  expect(new Set(messages.map((message) => message!.renderedIn('en', 'UTC'))).size).toBe(1);
});

test('a message uses the new time zone of an event whose time zone was changed meanwhile', async () => {
  const message = (await makeMemo().read('one'))!;
  const addressee = {
    id: 'id',
    to: 'ada@example.org',
    unsubscribeUrl: '/',
    snoozeUrl: '/',
    standing: { line: '', isOver: false },
  };
  const textIn = (timeZone: string) => message.renderedIn('en', timeZone)(addressee).text;
  expect(
    [textIn('UTC'), textIn('Europe/Zurich'), textIn('UTC')].map((text) => /at (\d\d:\d\d)/.exec(text)![1]),
  ).toEqual(['19:04', '20:04', '19:04']);
});

test('a message to readers of two languages is rendered once per language, in any order of readers', async () => {
  const message = (await makeMemo().read('storm'))!;
  const languages = ['de', 'en', 'en', 'de', 'en'] as const;
  const rendered = languages.map((language) => message.renderedIn(language, 'UTC'));
  expect(new Set(rendered).size).toBe(2);
  expect(languages.map((language) => message.renderedIn(language, 'UTC'))).toEqual(rendered);
});

test('a handful is remembered: those that were asked for last', async () => {
  const { read, loaded } = makeMemo();
  for (let number = 0; number < 8; number += 1) await read(`${number}`);
  await read('0');
  await read('another');
  loaded.length = 0;
  for (const id of ['0', 'another', '7', '2', '1']) await read(id);
  expect(loaded).toEqual(['1']);
});

test('a message that could not be read or does not exist is read again on the next request', async () => {
  let answers: (() => Promise<Message | undefined>)[] = [];
  const { read, loaded } = makeMemo((id) => answers.shift()?.() ?? Promise.resolve(messageOf(id)));
  answers = [() => Promise.reject(new Error('away')), async () => undefined];
  await expect(read('one')).rejects.toThrow('away');
  expect([await read('one'), (await read('one'))?.title]).toEqual([undefined, 'Title of one']);
  expect(loaded).toHaveLength(3);
});
