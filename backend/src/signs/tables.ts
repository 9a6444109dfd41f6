import type { ColumnType, Generated } from 'kysely';
import type { ContentState, KioskMode } from '@sign-display/contracts/kiosk-events';
import type { Acknowledgement } from '@sign-display/contracts/rest/outages';
import type { Presence, ShownSource } from '@sign-display/contracts/rest/signs';
import type { Screen, SignSettings } from '@sign-display/contracts/common-schemas';
import type { Json } from '../db/database-types.ts';

/** The tables that only `signs` writes. */
export interface SignsTables {
  sign: SignTable;
  schedule: ScheduleTable;
  scheduleSet: ScheduleSetTable;
}

declare module '../db/database-types.ts' {
  interface Database extends SignsTables {}
}

/** The database has one column more, `counted_as`, which it generates (migration 0037): event-summary.ts reads it. */
export interface SignTable {
  id: string;
  organizationId: string;
  eventId: string;
  name: string;
  location: string;
  url: string | null;
  contentId: string | null;
  settings: ColumnType<SignSettings, string | undefined, string>;
  deviceSignId: string | null;
  macAddress: string | null;
  shortCode: string | null;
  appVersion: string | null;
  platform: string | null;
  screen: Json<Screen> | null;
  claimRequestId: string | null;
  claimConfirmedAt: Date | null;
  configVersion: Generated<number>;
  version: Generated<number>;
  /** By which version the page (`url`) and each setting (`settings.NAME`) last became another; a trigger keeps it. None of those that never did. */
  fieldVersions: ColumnType<Record<string, number>, never, never>;
  /** What the device says of itself; null without a device, and where it has not said so yet. */
  presence: Presence | null;
  contentState: ContentState | null;
  mode: KioskMode | null;
  blank: boolean | null;
  lastSeenAt: Date | null;
  /** Its heartbeats in each of the last 60 minutes, and which minute the last one is (heartbeat-minutes.ts); null: it was never heard. */
  keptMinutes: Uint8Array | null;
  keptUntil: number | null;
  /** Since when the derived status is what it is. */
  statusSince: Date | null;
  /** Of a restart that was ordered (begin-and-end-restarts.ts): until when it is shown. Null: none is under way, and the next two mean nothing. */
  restartingUntil: Date | null;
  /** Which boot was told to restart: any other is the sign that is back. */
  restartingBootId: string | null;
  /** The command; null: the sign itself installs an update. */
  restartingCommandId: string | null;
  /** Who is at what is wrong with it (update-sign-acknowledgement.ts); null: nothing is, or nobody is at one of them. */
  acknowledged: Json<Acknowledgement> | null;
  /** Its verdict is unstable (promise N5), until then if it does not change before (mark-unstable-signs.ts); null: it is stable. */
  unstableUntil: Date | null;
  /** When its picture in `screenshot` was taken; null: there is none. */
  screenshotAt: Date | null;
  /** What a person told it to show in the place of what was assigned; without an end, until the next assignment. */
  overrideUrl: string | null;
  overrideContentId: string | null;
  overrideUntil: Date | null;
  /** What is right now, where it is not what was assigned (`url`, `contentId`); all null where it is. */
  shownUrl: string | null;
  shownContentId: string | null;
  shownSource: Exclude<ShownSource, 'assigned'> | null;
  shownUntil: Date | null;
  /** When what is right becomes another by itself. */
  nextChangeAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Of an event or of one sign: exactly one of the two is set. */
export interface ScheduleTable {
  id: string;
  organizationId: string;
  eventId: string | null;
  signId: string | null;
  /** Its place in the set, as it was given. */
  position: number;
  url: string;
  /** Another one when `url` becomes another. */
  contentId: string;
  startsAt: Date;
  endsAt: Date;
  recurrence: string | null;
  /** Days in `timeZone` (`2027-10-31`), ascending, on which no occurrence of the recurrence starts. */
  exdates: Generated<string[]>;
  timeZone: string;
  priority: number;
  enabled: boolean;
  /** What its rule gives around now (signs/content/schedule-occurrences.ts). Of a schedule without a rule, and of one that is off, all are null. */
  currentStart: Date | null;
  currentEnd: Date | null;
  nextStart: Date | null;
  nextEnd: Date | null;
  /** Until when that is right; long past where the rule was never looked at; null: it never changes by itself. */
  lookedUntil: Date | null;
}

/** One row for each set of schedules that was ever written; it stays when the set becomes empty. */
export interface ScheduleSetTable {
  signId: string | null;
  eventId: string | null;
  /** By which `If-Match` a set is changed; a trigger on `schedule` counts the changes of older nodes. */
  version: Generated<number>;
  /** Null: not known, because an older node made the change. */
  updatedAt: Date | null;
  /** Null: not known. */
  updatedBy: string | null;
  /** The transaction of the last change, which the trigger does not count again. */
  changedIn: Generated<string>;
}
