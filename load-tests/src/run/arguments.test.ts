import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PROFILES } from '../plan/profiles.ts';
import { SCENARIOS } from '../plan/scenarios.ts';
import { NoRun, readArguments } from './arguments.ts';
import { idleShare, shareCores, type CoreTimes } from './share-cores.ts';
import { NoK6Error, findK6 } from './find-k6.ts';

const fresh = { seed: '5eed', password: 'made-up' };
const read = (line: string, password?: string) => readArguments(line.split(' ').filter(Boolean), fresh, password);
function refusal(line: string): NoRun {
  try {
    read(line);
  } catch (error) {
    if (error instanceof NoRun) return error;
    throw error;
  }
  throw new Error(`“${line}” was taken`);
}

describe('the command line', () => {
  test('a scenario alone is a run against a service of its own, under its usual profile', () => {
    expect(read('heartbeat')).toMatchObject({
      isForeign: false,
      out: 'report/load/heartbeat-average',
      settings: { scenario: 'heartbeat', profile: 'average', kiosks: 500, seed: '5eed', password: 'made-up' },
    });
    expect(read('soak').settings.profile).toBe('soak');
  });

  test('what is asked for takes the place of the profile’s own', () => {
    expect(
      read('heartbeat --profile average --kiosks 2000 --kiosks-per-vu 50 --minutes 2 --rate 7 -o here'),
    ).toMatchObject({
      out: 'here',
      settings: { kiosks: 2_000, kiosksPerVu: 50, minutes: 2, rate: 7 },
    });
  });

  test('a run against an existing service needs an account, with its password in the environment', () => {
    expect(read('claim --url https://signs.example/ --email a@b.example', 'known')).toMatchObject({
      isForeign: true,
      settings: { url: 'https://signs.example', email: 'a@b.example', password: 'known' },
    });
    expect(refusal('claim --url https://signs.example').message).toContain('--url needs --email and LOAD_PASSWORD');
    expect(refusal('claim --email a@b.example').message).toContain('--email needs --url');
  });

  test.each(['--password horse', '--password=horse'])('X6: %s is refused, and not repeated', (given) => {
    const { message } = refusal(`claim --url https://signs.example/ --email a@b.example ${given}`);
    expect(message).toContain('Use LOAD_PASSWORD');
    expect(message).not.toContain('horse');
  });

  test('--help names every scenario and profile, and every exit code', () => {
    const { message, isHelp } = refusal('--help');
    expect(isHelp).toBe(true);
    for (const name of [...Object.keys(SCENARIOS), ...Object.keys(PROFILES)]) expect(message).toContain(`  ${name} `);
    expect(message).toContain('Exit codes: 0 passed · 1 failed · 2 the run could not start · 3 invalid');
  });

  test('what does not fit is named', () => {
    expect(refusal('').message).toContain("missing required argument 'scenario'");
    expect(refusal('heartbeats').message).toContain('unknown scenario “heartbeats”');
    expect(refusal('heartbeat --profile big').message).toContain('unknown profile “big”');
    expect(refusal('heartbeat --kiosks many').message).toContain('kiosks must be a number');
    expect(refusal('heartbeat --kiosks -1').message).toContain('kiosks must be a number from 1 to 50000, not “-1”');
    expect(refusal('heartbeat --kiosks-per-vu 1.5').message).toContain('kiosks-per-vu must be a whole number');
    expect(refusal('heartbeat --kiosks=').message).toBe('--kiosks is empty');
    expect(refusal('heartbeat --kiosks-per-vu=').message).toBe('--kiosks-per-vu is empty');
    expect(refusal('heartbeat claim').message).toContain('too many arguments');
    expect(refusal('heartbeat --colour red').message).toContain("unknown option '--colour'");
    expect(refusal('heartbeat --kiosks many').isHelp).toBe(false);
  });
});

describe('finding k6', () => {
  const folder = mkdtempSync(join(tmpdir(), 'k6-'));
  const program = join(folder, 'k6');

  test('K6_BINARY first, then PATH; where there is none, it is said how to get one', () => {
    try {
      expect(() => findK6({ PATH: folder })).toThrow(NoK6Error);
      expect(() => findK6({})).toThrow('K6_BINARY=$(.ci/k6.sh)');
      writeFileSync(program, '');
      expect(() => findK6({ PATH: folder }), 'a file that is no program').toThrow(NoK6Error);
      chmodSync(program, 0o755);
      expect(findK6({ PATH: `/nowhere:${folder}` })).toBe(program);
      expect(findK6({ K6_BINARY: program, PATH: '' })).toBe(program);
      expect(() => findK6({ K6_BINARY: `${program}-not`, PATH: folder })).toThrow('K6_BINARY is');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the machine’s cores', () => {
  test('are shared without one that both have, and none is left over', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 256 }), (count) => {
        const { server, k6 } = shareCores(count)!;
        expect([...server, ...k6]).toEqual(Array.from({ length: count }, (_, core) => core));
        expect(Math.min(server.length, k6.length)).toBeGreaterThanOrEqual(1);
      }),
    );
    expect(shareCores(1)).toBe(null);
  });

  test('were idle for the share that they did nothing, counted over k6’s own alone', () => {
    const times = (idle: number, user: number): CoreTimes => ({ user, nice: 0, sys: 0, idle, irq: 0 });
    const before = [times(0, 0), times(1_000, 1_000)];
    const after = [times(0, 900), times(1_250, 1_750)];
    expect(idleShare(before, after, [1])).toBe(0.25);
    expect(idleShare(before, after, [0])).toBe(0);
  });
});
