import type { Clock, Random } from '@sign-display/contracts/clock-and-random';
import type { Metric } from './plan/metrics.ts';

/** What a virtual user can do with the world. k6 gives it (`adapters/k6/`); tests give it on Node. */
export interface World {
  /** `now()` is the wall clock: k6 has no other. */
  clock: Clock;
  random: Random;
  openSocket: OpenSocket;
  ask: Ask;
  record: Recorder;
  /** A line in k6's own log. */
  warn(words: string): void;
}

/** Labels of a sample. Few values each: k6 keeps a series for every combination. */
export type Tags = Record<string, string>;

export interface SocketHandlers {
  opened(): void;
  received(text: string): void;
  /** Once, whatever ended it; `why` in the words of the machine. Nothing is called afterwards. */
  ended(why: string): void;
}

export interface Socket {
  /** Only between `opened` and `ended`. */
  send(text: string): void;
  close(): void;
}

export type OpenSocket = (url: string, tags: Tags, handlers: SocketHandlers) => Socket;

export interface Reply {
  /** 0: no answer came. */
  status: number;
  header(name: string): string | undefined;
  text(): string;
  /** Null for what is no JSON. */
  json(): unknown;
}

/** `route` is a row of the contract (`POST /api/signs/claim`), and the label of the request; `path` the path with its parameters filled in. */
export type Ask = (
  route: string,
  request: { path: string; token?: string; body?: object; headers?: Record<string, string> },
) => Promise<Reply>;

export type Recorder = (metric: Metric, value: number | boolean, tags?: Tags) => void;
