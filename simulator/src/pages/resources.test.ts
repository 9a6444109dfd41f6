import { expect, test } from 'vitest';
import { hasText, nameOf, resourcesOf } from './resources.ts';

const PAGE = new URL('https://menu.example/bar/');
const of = (html: string) => resourcesOf(html, PAGE).map((each) => [nameOf(each), each.holdsUp]);

test.each([
  ['<h1>Menu</h1><img src=/never-answers>', [['menu.example/never-answers', null]]],
  ['<img alt="a" src="logo.png?secret=1">', [['menu.example/bar/logo.png', null]]],
  ["<iframe src='https://ads.example/frame'></iframe>", [['ads.example/frame', null]]],
  ['<script src=/a.js></script>', [['menu.example/a.js', 'parsing']]],
  ['<script async src=/a.js></script>', [['menu.example/a.js', null]]],
  ['<script src=/a.js defer></script>', [['menu.example/a.js', null]]],
  ['<script type="module" src=/a.js></script>', [['menu.example/a.js', null]]],
  ['<link rel="stylesheet" href="/a.css"><h1>Menu</h1>', [['menu.example/a.css', 'painting']]],
  ['<h1>Menu</h1><link rel=stylesheet href=/a.css>', [['menu.example/a.css', null]]],
])('G10: the load of %s waits for what a browser waits for', (html, waits) => expect(of(html)).toEqual(waits));

test.each(['<link rel=icon href=/a.ico>', '<img loading=lazy src=/a.png>', '<img src=data:,x>', '<script>1</script>'])(
  'G10: the load of %s waits for nothing',
  (html) => expect(of(html)).toEqual([]),
);

test('what a head holds is no text that is seen', () => {
  expect(hasText('<!doctype html><head><title>Menu</title></head><style>p{}</style>')).toBe(false);
  expect(hasText('<title>Menu</title><p>Soup')).toBe(true);
});
