import type { NotificationChannel, NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import type { ReceivedMessage } from '../receivers/read-received-messages.ts';
import type { Limits, Silence, Span } from './ground-truth.ts';

/** What people are judged by, and what comes of it. */

export interface Subscriber {
  /** E-mail address. */
  email: string;
  /** The name of the event that they subscribed to. */
  event: string;
  channels: readonly NotificationChannel[];
  kinds: readonly NotificationKind[];
  graceMs: number;
  /** Wall clock; null: no quiet hours. */
  quietUntilMs: number | null;
}

export interface WatchEvidence {
  subscribers: readonly Subscriber[];
  /** By event's name: its signs, by name, with their index in the fleet. */
  signs: ReadonlyMap<string, ReadonlyMap<string, number>>;
  silences: readonly Silence[];
  kills: readonly Span[];
  messages: readonly ReceivedMessage[];
  limits: Limits;
  /** When the evidence was gathered. */
  endMs: number;
}

export interface Finding {
  sign: number | null;
  expected: string;
  seen: string;
}

export interface Judgement {
  /** Counts of outage × person × channel. */
  told: number;
  trueTold: number;
  must: number;
  mustTold: number;
  endsMust: number;
  endsTold: number;
  unstableMust: number;
  unstableTold: number;
  falseAlerts: Finding[];
  missed: Finding[];
  /** An outage or instability that was told twice. */
  repeated: Finding[];
  /** Messages about a sign that was told to restart and still had time, or was back in time (promise N9). */
  hurried: Finding[];
  /** Messages about an outage after somebody had acknowledged it. */
  reminded: Finding[];
  /** Of the signs of one switch: by how many people and channels they were told of, and who was told of them in more than one message, or without their cause. */
  causesTold: number;
  causesSplit: Finding[];
  /** "Back online" to people who were not told of the outage. */
  unfounded: Finding[];
  endsMissed: Finding[];
  unstableMissed: Finding[];
  unstableFalse: Finding[];
  /** Messages about a sign after it was called unstable. */
  notSilent: Finding[];
  /** By silence: when its first message arrived at anybody. */
  firstToldAtMs: Map<Silence, number>;
}

export const emptyJudgement = (): Judgement => ({
  told: 0,
  trueTold: 0,
  must: 0,
  mustTold: 0,
  endsMust: 0,
  endsTold: 0,
  unstableMust: 0,
  unstableTold: 0,
  falseAlerts: [],
  missed: [],
  repeated: [],
  hurried: [],
  reminded: [],
  causesTold: 0,
  causesSplit: [],
  unfounded: [],
  endsMissed: [],
  unstableMissed: [],
  unstableFalse: [],
  notSilent: [],
  firstToldAtMs: new Map(),
});
