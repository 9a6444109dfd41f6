import type { Command, CommandRequest } from '@sign-display/contracts/rest/commands';
import type { SignNow } from '@sign-display/contracts/rest/sign-now';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { Role } from '@sign-display/contracts/roles';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import type { Accessor } from 'solid-js';
import type { Seen } from '../event/event-page-frame.tsx';
import { mayMakeEvents } from '../features/shell/permissions.ts';
import type { Reading } from '../event/repeated-read.ts';

/** The tabs of a sign's page, by the names of their addresses. */
export const TABS = ['sign', 'signSchedule', 'signHistory', 'signLogs', 'signContentFetches', 'signSettings'] as const;
export type TabName = (typeof TABS)[number];

/** What every part of a sign's page stands on. */
export interface SignSeen extends Seen {
  /** As it is known best: the record that was read, with what the feed told since. Its version may be newer than its settings. */
  sign: Accessor<Sign>;
  /** The record as it was read last: all of it is of its version. What is edited stands on this one. */
  record: Accessor<Sign>;
  /** Takes a record of an answer, unless a newer one is known. */
  take(record: Sign): void;
  /** Reads the record anew. */
  readAgain(): Promise<void>;
  now: Reading<SignNow>;
  /** Newest first. */
  commands: Accessor<readonly Command[] | undefined>;
  /** Sends a command, or says in a toast why not. Resolves with its identifier where it was sent. */
  send(command: CommandRequest): Promise<string | null>;
  may: { command: boolean; administer: boolean };
}

export const mayOf = (role: Role): SignSeen['may'] => ({
  command: role !== 'viewer',
  administer: mayMakeEvents(role),
});

/** Of two records the later answer, unless it is of an older version: a slow reading must not take back what was saved meanwhile. */
export const laterOf = (known: Sign, answered: Sign): Sign => (answered.version < known.version ? known : answered);

/** The newer of what was read and what was told. Settings come with the record alone. */
export function newestOf(record: Sign, row: SignRow | undefined): Sign {
  return row === undefined || row.version < record.version ? record : { ...record, ...row };
}
