import type { Outage } from '@sign-display/contracts/rest/outages';
import { expect, test } from 'vitest';
import { omitUnsentMails } from './omit-unsent-mails.ts';

const told = (...channels: Outage['told'][number]['channel'][]): Outage => ({
  id: channels.join(),
  eventId: 'event',
  kind: 'offline',
  signId: 'sign',
  signName: 'Foyer',
  location: null,
  place: null,
  placeSigns: null,
  host: null,
  address: null,
  since: '2026-11-14T18:00:00.000Z',
  openedAt: '2026-11-14T18:00:15.000Z',
  until: null,
  closedBy: null,
  told: channels.map((channel) => ({ channel, at: '2026-11-14T18:00:30.000Z', people: 1 })),
  acknowledged: null,
});
const mail = (configured: boolean) => ({ mail: { configured, outbox: null } });

test('N10: while mail is not set up, no outage counts an e-mail as received', () => {
  const outages = [told('email', 'inbox'), told('email'), told('inbox')];
  const channels = omitUnsentMails(outages, mail(false)).map((outage) => outage.told.map(({ channel }) => channel));
  expect(channels).toEqual([['inbox'], [], ['inbox']]);
  expect(omitUnsentMails(outages, mail(true))).toBe(outages);
});

test('N10: an ended outage keeps the e-mails that were reported, whatever the settings are now', () => {
  const ended = { ...told('email'), until: '2026-11-14T19:00:00.000Z' };
  expect(omitUnsentMails([ended], mail(false))).toEqual([ended]);
});
