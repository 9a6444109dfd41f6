import type { Notification } from '@sign-display/contracts/rest/notifications';
import type { MessageEntry } from './vocabulary.ts';

/** So many signs are named (contracts, `Notification.signs`). */
const MOST_SIGNS = 50;

export interface Viewed {
  id: string;
  at: Date;
  kind: Notification['kind'];
  organizationId: string;
  eventId: string;
  eventName: string;
  title: string;
  text: string;
  /** At least so many of them as name `MOST_SIGNS`. */
  entries: readonly MessageEntry[];
  /** Absent: as many as the entries name. */
  signCount?: number;
  readAt?: Date | null;
}

/** A message of the inbox as the contract has it. */
export function viewNotification(row: Viewed): Notification {
  const signs = new Map(row.entries.map(({ signId, signName }) => [signId, { id: signId, name: signName }]));
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    organizationId: row.organizationId,
    event: { id: row.eventId, name: row.eventName },
    signs: [...signs.values()].slice(0, MOST_SIGNS),
    signCount: row.signCount ?? signs.size,
    title: row.title,
    text: row.text,
    readAt: row.readAt?.toISOString() ?? null,
  };
}
