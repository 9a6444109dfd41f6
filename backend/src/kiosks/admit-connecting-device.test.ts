import { expect, it } from 'vitest';
import { judgeNewcomer } from './admit-connecting-device.ts';

const holderOf = (bootId: string, hasNode = true) => ({
  nodeId: 'node',
  connectionId: 'connection',
  bootId,
  signsOfLife: 3,
  hasNode,
  isEvicted: false,
});

it.each([
  ['nobody holds the device', null, false, 'take'],
  ['nobody holds it any more', null, true, 'take'],
  ['its own boot does', holderOf('own'), false, 'take'],
  ['its own boot does by now', holderOf('own'), true, 'take'],
  ['another boot does', holderOf('other'), false, 'watch'],
  ['another boot does, which showed that it lives', holderOf('other'), true, 'clone'],
  ['another boot does, which an admin sends away', { ...holderOf('other'), isEvicted: true }, true, 'take'],
  ['another boot did, at a node that is gone', holderOf('other'), false, 'take', true],
  ['another boot did, at a node that died meanwhile', holderOf('other'), true, 'take', true],
  ['another boot did, at a node that left', holderOf('other', false), true, 'take'],
] as const)('N8: of a newcomer, where %s', (_where, holder, watched, verdict, isNodeDead?) => {
  expect(judgeNewcomer({ bootId: 'own' }, holder, watched, isNodeDead === true)).toBe(verdict);
});
