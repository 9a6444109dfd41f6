import type { ServerKind } from '../figures/figures.ts';
import type { Watched } from './explain-event-loop-stalls.ts';

/** A server that is measured. */
export interface Running {
  kind: ServerKind;
  pid: number;
  /** `http://127.0.0.1:PORT`, for MQTT too. */
  url: string;
  /** Rejects when it ends before it is stopped. */
  ended: Promise<never>;
  /** Null of what is no Node. */
  watch: null | {
    /** Only of one that was started `withGc`. */
    collect(): Promise<void>;
    /** From now on it is looked at which functions run, until `end`. The server stands still for a second. */
    sample(): void;
    begin(): void;
    end(): Promise<Watched>;
    /** Has a bare Socket.IO tell all kiosks. */
    tell(payload: object): void;
  };
  stop(): Promise<void>;
}
