import { describe, expect, test } from 'vitest';
import { hasNpmEnded, readLineage, type Kin } from './note-ancestor-processes.ts';

/** Who stands above the service at its first look. That a real one ends is in shutdown.test.ts. */

const kin = (command: string | null, program: string | null = null, belowNpm: boolean | null = null): Kin => ({
  command,
  program,
  belowNpm,
});
const sh = kin('sh', '/usr/bin/dash', true);
const npm = kin('npm start', '/usr/local/bin/node', false);
const login = [kin('-bash', '/usr/bin/bash', false), kin('sshd: anna', null), kin('/sbin/init', null)];

describe('npm is not gone', () => {
  test.each<[string, Kin[] | null]>([
    ['right above, or with a shell between', [sh, npm, ...login]],
    ['where the shell has replaced itself', [npm, ...login]],
    ['as process 1 of a container', [npm]],
    ['as process 1 of a container, with a shell between', [sh, npm]],
    ['where only its title can be read', [kin('sh'), kin('npm run start'), kin('/sbin/init')]],
    ['below a wrapper', [kin('time', '/usr/bin/time', true), npm, ...login]],
    ['where it is another one', [sh, kin('node', '/usr/bin/node'), kin('/sbin/init')]],
    ['where it is yarn', [sh, kin('/usr/bin/yarn', null), kin('/sbin/init')]],
    ['outside of a sandbox whose process 1 it has started', [sh, kin('bwrap', '/usr/bin/bwrap', true)]],
    ['as process 1 of a sandbox that is a shell', [kin('sh', '/usr/bin/dash', true)]],
    [
      'certainly, below a terminal that was started by it',
      [kin('-bash', '/usr/bin/bash', true), kin('tmux', null, true), ...login],
    ],
    ['where nothing can be read', null],
    ['where nothing stands above', []],
    ['where somebody can’t be looked at', [sh, kin(null), kin('/sbin/init')]],
  ])('%s', (_where, lineage) => {
    expect(hasNpmEnded(lineage)).toBe(false);
  });
});

describe('npm is gone', () => {
  test.each<[string, Kin[]]>([
    ['an init has adopted it', [kin('/sbin/init')]],
    ['an init has adopted the shell', [sh, kin('/usr/lib/systemd/systemd'), kin('/sbin/init')]],
    ['the init of a container has adopted it', [kin('/sbin/docker-init', '/sbin/docker-init', false)]],
  ])('%s', (_where, lineage) => {
    expect(hasNpmEnded(lineage)).toBe(true);
  });
});

test('this process has a lineage, and somebody in it runs scripts', () => {
  const lineage = readLineage();
  expect(lineage?.length).toBeGreaterThan(0);
  expect(hasNpmEnded(lineage)).toBe(false);
});
