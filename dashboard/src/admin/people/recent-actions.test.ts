import type { AuditRow } from '@sign-display/contracts/rest/audit';
import type { Member } from '@sign-display/contracts/rest/organizations';
import { ROUTES, type Route } from '@sign-display/contracts/routes';
import { expect, test } from 'vitest';
import { englishAdmin } from '../../words/english-admin.ts';
import { germanAdmin } from '../../words/german-admin.ts';
import { targetNameOf } from './recent-actions.ts';

/** Actions that no request asks for: what is changed at the device itself. */
const AT_THE_DEVICE = ['sign.config_sync', 'sign.release'];

test.each([
  ['English', englishAdmin],
  ['German', germanAdmin],
])('M5: each action that a route writes into the audit log has words in %s, and no other action has', (_, words) => {
  const actions = Object.values<Route>(ROUTES).flatMap(({ audit }) => audit ?? []);
  expect(Object.keys(words.audit.actions).toSorted()).toEqual([...new Set([...actions, ...AT_THE_DEVICE])].toSorted());
});

const row = (target: AuditRow['target'], detail: unknown) => ({ target, detail }) as AuditRow;
const ada = { userId: 'ada', name: 'Ada', email: 'ada@hall.example' } as Member;

test.each([
  ['a member of the list', row({ type: 'member', id: 'ada' }, { email: 'old@hall.example' }), 'Ada'],
  ['a person who left', row({ type: 'member', id: 'bo' }, { email: 'bo@hall.example' }), 'bo@hall.example'],
  ['an event that was made', row({ type: 'event', id: 'x' }, { name: 'Fair' }), 'Fair'],
  ['a sign without a name in the row', row({ type: 'sign', id: 'x' }, { changes: {} }), undefined],
  ['a row with another kind of detail', row({ type: 'sign', id: 'x' }, null), undefined],
])('M5: the target of an audit row is named where its name is known: %s', (_, one, name) =>
  expect(targetNameOf(one, [ada])).toBe(name),
);
