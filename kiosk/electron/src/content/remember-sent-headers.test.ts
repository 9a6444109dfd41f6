import { expect, test } from 'vitest';
import { createSentHeaders } from './remember-sent-headers.ts';

const LOAD = {
  Accept: 'text/html',
  'Accept-Language': 'de',
  'User-Agent': 'Mozilla/5.0',
  'Sec-Fetch-Dest': 'document',
  Cookie: 'session=old',
  'If-None-Match': '"1"',
  'Cache-Control': 'max-age=0',
};
const SAME = {
  Accept: 'text/html',
  'Accept-Language': 'de',
  'User-Agent': 'Mozilla/5.0',
  'Sec-Fetch-Dest': 'document',
};

test('G17: a check sends what the load of its page sent, but no old cookie and no condition', () => {
  const sent = createSentHeaders();
  sent.note('https://menu.example/bar', LOAD);
  sent.note('https://other.example/', { Accept: 'image/png' });
  expect(sent.forCheck('https://menu.example/bar#today')).toEqual(SAME);
});

test('G17: a check of a page that was not loaded lately sends what other loads send', () => {
  const sent = createSentHeaders();
  expect(sent.forCheck('https://menu.example/')).toEqual({});
  for (let page = 0; page < 200; page += 1) sent.note(`https://menu.example/${page}`, LOAD);
  expect(sent.forCheck('https://menu.example/0')).toEqual(SAME);
});
