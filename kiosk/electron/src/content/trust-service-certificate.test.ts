import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { trustFor } from './trust-service-certificate.ts';

/** Certificates that another program made. */
const folder = mkdtempSync(join(tmpdir(), 'kiosk-certificates-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

function authority(name: string): string {
  run('req', '-x509', ...key, '-keyout', `${name}.key`, '-out', `${name}.crt`, '-subj', '/CN=One', '-days', '9');
  return readFileSync(join(folder, `${name}.crt`), 'utf8');
}
function leaf(by: string, names: string): string {
  run('req', ...key, '-keyout', 'leaf.key', '-out', 'leaf.csr', '-subj', '/CN=service');
  writeFileSync(join(folder, 'leaf.ext'), `subjectAltName=${names}\n`);
  const from = ['-CA', `${by}.crt`, '-CAkey', `${by}.key`, '-CAcreateserial'];
  run('x509', '-req', '-in', 'leaf.csr', ...from, '-out', 'leaf.crt', '-days', '5', '-extfile', 'leaf.ext');
  return readFileSync(join(folder, 'leaf.crt'), 'utf8');
}

test('K5: a pinned authority is believed for the service’s host alone, for its own certificates, while they hold', () => {
  const ca = authority('ours');
  // Of the same name, with another key.
  authority('other');
  // Certificates hold from the second in which they are made: a time that was read before is too early for them.
  let laterMs = 0;
  const now = () => Date.now() + laterMs;
  const trusts = trustFor('https://192.168.1.20:3000', ca, { now })!;
  const ours = leaf('ours', 'IP:192.168.1.20,DNS:evil.example');
  expect(trusts('192.168.1.20', ours)).toBe(true);
  expect(trusts('evil.example', ours)).toBe(false);
  expect(trusts('192.168.1.20', leaf('ours', 'IP:192.168.1.21'))).toBe(false);
  expect(trusts('192.168.1.20', leaf('other', 'IP:192.168.1.20'))).toBe(false);
  expect(trusts('192.168.1.20', ca)).toBe(false);
  laterMs += 3_600_000;
  // The one that signs after it, in the same file.
  const both = trustFor('https://192.168.1.20:3000', ca + authority('next'), { now })!;
  expect([ours, leaf('next', 'IP:192.168.1.20')].map((each) => both('192.168.1.20', each))).toEqual([true, true]);
  expect(both('192.168.1.20', leaf('other', 'IP:192.168.1.20'))).toBe(false);
  laterMs += 6 * 86_400_000;
  expect(trusts('192.168.1.20', ours)).toBe(false);
  expect(trustFor('https://192.168.1.20', null, { now })).toBeNull();
});
