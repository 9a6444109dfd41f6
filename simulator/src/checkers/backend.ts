import { judge, type Counterexample, type Verdict } from './verdict.ts';

/** Whether the backend's records could be read; without them most other verdicts mean nothing. `unread`: why they could not; null: they could. */
export function checkRecords(unread: string | null): Verdict {
  const broken =
    unread === null ? [] : [{ kiosk: null, expected: 'history and records at the end of the run', seen: unread }];
  return judge('records', 'the backend told its history and records', 1, { cases: 1, broken });
}

/** What we see of the run's own backend process. */
interface BackendState {
  errors(): readonly string[];
  exited(): unknown;
}

/**
 * Promise A5 over a whole run: the process lives, logged no error, answered no 5xx that is its own fault, and caught nothing at the boundary of a
 * connection. `serverErrors`: the 5xx that operators got, without device_no_ack and refused load (`RestClient.serverErrors`). `boundaryCaught`: the
 * metric at the end of the run; null where it could not be read.
 */
export function checkBackend(
  backend: BackendState,
  serverErrors: readonly string[],
  boundaryCaught: number | null,
): Verdict {
  const broken: Counterexample[] = [...backend.errors(), ...serverErrors].map((seen) => ({
    kiosk: null,
    expected: 'no error in the log and no 5xx',
    seen,
  }));
  if (boundaryCaught !== 0)
    broken.push({
      kiosk: null,
      expected: 'signs_boundary_caught_total 0',
      seen: boundaryCaught === null ? 'its metrics could not be read' : String(boundaryCaught),
    });
  if (backend.exited() !== null)
    broken.push({
      kiosk: null,
      expected: 'a backend that runs',
      seen: `it ended: ${JSON.stringify(backend.exited())}`,
    });
  return judge('A5', 'no input crashes the backend or gives a 5xx', 1, { cases: 1, broken });
}
