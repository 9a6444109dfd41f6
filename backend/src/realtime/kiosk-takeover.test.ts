import { expect, it } from 'vitest';
import { LEASE_MS } from '../nodes/lease.ts';
import { judgeNewcomer } from './kiosk-takeover.ts';

const NOW_MS = 1_000_000;
const holderOf = (bootId: string, nodeSeenAtMs: number | null) => ({
  nodeId: 'node',
  connectionId: 'connection',
  bootId,
  signsOfLife: 3,
  nodeSeenAtMs,
  isEvicted: false,
});

it.each([
  ['nobody holds the device', null, false, 'take'],
  ['nobody holds it any more', null, true, 'take'],
  ['its own boot does', holderOf('own', NOW_MS), false, 'take'],
  ['its own boot does by now', holderOf('own', NOW_MS), true, 'take'],
  ['another boot does', holderOf('other', NOW_MS), false, 'watch'],
  ['another boot does, which showed that it lives', holderOf('other', NOW_MS), true, 'clone'],
  ['another boot does, which an admin sends away', { ...holderOf('other', NOW_MS), isEvicted: true }, true, 'take'],
  ['another boot does, at a node of the last moment', holderOf('other', NOW_MS - LEASE_MS + 1), false, 'watch'],
  ['another boot did, at a node that is gone', holderOf('other', NOW_MS - LEASE_MS), false, 'take'],
  ['another boot did, at a node that died meanwhile', holderOf('other', NOW_MS - LEASE_MS), true, 'take'],
  ['another boot did, at a node that left', holderOf('other', null), true, 'take'],
] as const)('N8: of a newcomer, where %s', (_where, holder, watched, verdict) => {
  expect(judgeNewcomer({ bootId: 'own' }, holder, watched, NOW_MS)).toBe(verdict);
});
