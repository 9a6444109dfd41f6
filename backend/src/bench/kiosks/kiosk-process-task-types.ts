import type { ServerKind } from '../figures/figures.ts';
import type { Handshake } from '../../testing/virtual-device.ts';
import type { Spread } from '../describe-timings.ts';

/** What the process with the kiosks is sent, and what it sends back. */

/** What a kiosk with a record remembers of it. */
export interface Remembered {
  organizationId: string;
  eventId: string;
  url: string;
}
export interface KioskToBe {
  handshake: Handshake;
  /** Null: it is nobody's yet. */
  remembers: Remembered | null;
}

export interface Arrivals {
  connected: number;
  /** From the first one's begin until the last one was served. */
  seconds: number;
  /** Told to come again, or without a connection. */
  refused: number;
  /** From the first refusal to the last. */
  refusingSeconds: number;
}
export interface Beats {
  beats: number;
  /** From when a heartbeat was due to its ack. */
  answersMs: Spread;
  /** How late the client itself sent, at most; it is part of the answers. */
  lateMs: number;
}

/** Each kind of task with its outcome. */
export interface Tasks {
  /** Connects these too, so many at once, and registers them where the server is ours. */
  connect: { give: { server: ServerKind; url: string; kiosks: KioskToBe[]; atOnce: number }; get: Arrivals };
  /** All that are connected send heartbeats at the contract's interval, spread evenly over it. */
  beat: { give: { seconds: number }; get: Beats };
  /** Each sends its next heartbeat when the last one is answered: as many as the server takes. */
  peak: { give: { seconds: number }; get: { perSecond: number } };
  /** From now on this text in a message counts. */
  listen: { give: { text: string }; get: null };
  /** Until every kiosk has had it: since when, in milliseconds since the machine's start. */
  heard: { give: object; get: { atMs: number } };
  leave: { give: object; get: null };
}
export type TaskName = keyof Tasks;
export type Task = { [Name in TaskName]: { task: Name } & Tasks[Name]['give'] }[TaskName];
export type Outcome = { error: string } | { outcome: unknown };
/** Sent while a task takes long. */
export interface Progress {
  progress: string;
}
