import type { Notification } from '@sign-display/contracts/rest/notifications';

interface Viewed extends Pick<
  Notification,
  'id' | 'kind' | 'organizationId' | 'signs' | 'signCount' | 'title' | 'text'
> {
  at: Date;
  eventId: string;
  eventName: string;
  readAt: Date | null;
}

/** A message of the inbox as the contract has it. */
export const viewNotification = ({ at, eventId, eventName, readAt, ...rest }: Viewed): Notification => ({
  id: rest.id,
  at: at.toISOString(),
  kind: rest.kind,
  organizationId: rest.organizationId,
  event: { id: eventId, name: eventName },
  signs: rest.signs,
  signCount: rest.signCount,
  title: rest.title,
  text: rest.text,
  readAt: readAt?.toISOString() ?? null,
});
