import type { BackendAccess } from '../backend/own-backend.ts';
import type { Scenario } from '../plan/scenario.ts';
import type { Progress } from '../report/progress.ts';

export interface RunOptions {
  kiosks: number;
  seed: string;
  scenario: Scenario;
  scenarioName: string;
  /** A backend that is running already; null: the run starts its own. */
  foreign: BackendAccess | null;
  /** The command that repeats the run. */
  command: string;
  versions: Record<string, string>;
  environment: Record<string, string | undefined>;
  progress: Progress;
  /** Fires when the run must end early. */
  signal: AbortSignal;
}
