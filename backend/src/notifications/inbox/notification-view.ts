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

/** Makes the response's form of an inbox message about an event. */
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

/** Makes the response's form of an inbox message about the account. */
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
