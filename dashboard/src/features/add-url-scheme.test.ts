import { expect, test } from 'vitest';
import { withScheme } from './add-url-scheme.ts';

test.each([
  ['localhost:3699/x', 'http://localhost:3699/x'],
  ['localhost', 'http://localhost'],
  ['192.168.1.20:8080', 'http://192.168.1.20:8080'],
  ['[::1]:3000/x', 'http://[::1]:3000/x'],
  ['menu-pc/board', 'http://menu-pc/board'],
  ['menu.local/bar', 'http://menu.local/bar'],
  ['menu.example/bar', 'https://menu.example/bar'],
  ['menu.example:8443?x=1', 'https://menu.example:8443?x=1'],
  ['//menu.example/bar', 'https://menu.example/bar'],
  [' https://menu.example ', 'https://menu.example'],
  ['HTTP://menu.example', 'HTTP://menu.example'],
  ['ftp://menu.example', 'ftp://menu.example'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['ht!tp://menu.example', 'ht!tp://menu.example'],
  ['1http://menu.example', '1http://menu.example'],
  ['menu.example/?next=http://x', 'https://menu.example/?next=http://x'],
  ['', ''],
])('U18: “%s” is %s', (typed, url) => expect(withScheme(typed)).toBe(url));
