import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { SCREEN_ORIGIN, answerFrom } from './screen-files.ts';

const root = mkdtempSync(join(tmpdir(), 'sign-display-screen-files-'));
const folder = join(root, 'screen');
mkdirSync(folder);
writeFileSync(join(folder, 'index.html'), '<!doctype html>');
writeFileSync(join(root, 'secret.js'), 'secret');
afterAll(() => rmSync(root, { recursive: true }));

test('our screen is served with a policy that gives it no network', () => {
  const { status, headers, body } = answerFrom(folder, `${SCREEN_ORIGIN}/`);
  expect([status, body.toString()]).toEqual([200, '<!doctype html>']);
  expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
});

test('A5: no address reads a file outside of the folder of our screen', () => {
  const part = fc.constantFrom('..', '%2e%2e', '.', 'screen', 'secret.js', '%2f', '\\', 'index.html', '%00', '%');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const { body } = answerFrom(folder, `${SCREEN_ORIGIN}/${parts.join('/')}`);
      expect(body.toString()).not.toBe('secret');
    }),
  );
});
