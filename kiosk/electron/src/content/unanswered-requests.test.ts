import { expect, test } from 'vitest';
import { createOpenRequests, type PageRequest } from './unanswered-requests.ts';

const PAGE = 7;
const request = (id: number, url: string, more: Partial<PageRequest> = {}): PageRequest => ({
  id,
  url,
  webContentsId: PAGE,
  resourceType: 'image',
  ...more,
});

test('G10: names what a page waits for, without queries, and nothing of another page', () => {
  const open = createOpenRequests();
  open.sent(request(1, 'https://cdn.example/a.png?token=secret'));
  open.sent(request(2, 'https://cdn.example/b.js', { resourceType: 'script' }));
  open.sent(request(3, 'https://cdn.example/c.png', { webContentsId: 8 }));
  open.sent(request(4, 'https://cdn.example/a.png?token=other'));
  expect(open.of(PAGE)).toEqual(['cdn.example/a.png', 'cdn.example/b.js']);
  open.ended(1);
  open.ended(4);
  expect(open.of(PAGE)).toEqual(['cdn.example/b.js']);
});

test('G10: names the address that a redirect led to, and a response that began and did not end', () => {
  const open = createOpenRequests();
  open.sent(request(1, 'https://menu.example/a.png'));
  open.sent(request(1, 'https://cdn.example/a.png'));
  open.answered(1);
  expect(open.of(PAGE)).toEqual(['cdn.example/a.png']);
});

test.each([
  ['a socket', 'wss://menu.example/', 'webSocket'],
  ['a request of a script', 'https://menu.example/poll', 'xhr'],
  ['a beacon', 'https://menu.example/beacon', 'ping'],
  ['a page without a network', 'data:text/html,x', 'subFrame'],
])('G10: does not name %s, which holds up no load', (_, url, resourceType) => {
  const open = createOpenRequests();
  open.sent(request(1, url, { resourceType }));
  expect(open.of(PAGE)).toEqual([]);
});

test('G10: does not name a film that plays', () => {
  const open = createOpenRequests();
  open.sent(request(1, 'https://menu.example/film.mp4', { resourceType: 'media' }));
  expect(open.of(PAGE)).toEqual(['menu.example/film.mp4']);
  open.answered(1);
  expect(open.of(PAGE)).toEqual([]);
});
