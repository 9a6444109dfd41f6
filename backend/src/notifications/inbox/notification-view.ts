import { Notification } from '@sign-display/contracts/rest/notifications';
import { viewOf } from '../../http/row-to-response.ts';
import { INBOX_ALONE } from './read-channel-states.ts';

interface Viewed extends Omit<Notification, 'at' | 'event' | 'readAt'> {
  at: Date;
  eventId: string;
  eventName: string;
  readAt: Date | null;
}

const MOST_OUTAGES = 50;

/** A message of the inbox as the contract has it. */
export const viewNotification = (row: Viewed) =>
  viewOf(Notification, {
    ...row,
    event: { id: row.eventId, name: row.eventName },
    outageIds: row.outageIds.slice(0, MOST_OUTAGES),
  });

interface AccountMessage {
  id: string;
  at: Date;
  kind: Notification['kind'];
  title: string;
  text: string;
  readAt: Date | null;
}

/** A message of the inbox that is about the account itself. */
export const viewAccountMessage = (row: AccountMessage) =>
  viewOf(Notification, {
    ...row,
    organizationId: null,
    event: null,
    signs: [],
    signCount: 0,
    outageIds: [],
    channels: INBOX_ALONE,
  });
