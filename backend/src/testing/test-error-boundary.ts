import { pino } from 'pino';
import { LIMITS } from '@sign-display/contracts/limits';
import { afterTurn } from '../adapters/after-microtasks.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { createBoundary, type Boundary } from '../sockets/error-boundary.ts';
import type { SocketIoTransportDeps } from '../sockets/socket-io-kiosks.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** What the boundary of a connection catches is a bug: no test passes over it. */

/** For a node without metrics. What it catches is thrown again where nobody catches it: vitest fails the run by it. */
export const createTestBoundary = (): Boundary =>
  createBoundary({
    log: pino({ level: 'silent' }),
    observe: (_door, error) =>
      queueMicrotask(() => {
        throw error;
      }),
  });

/** For a transport without an app. */
export const testTransportDeps = (): SocketIoTransportDeps => ({
  clock: systemClock,
  afterTurn,
  boundary: createTestBoundary(),
  limits: LIMITS,
  observe: { refused: () => {} },
});

/** Rejects where a boundary has caught something. For the end of every test's service or node. */
export async function expectNothingCaught({ boundaryCaught }: Pick<Metrics, 'boundaryCaught'>): Promise<void> {
  const { values } = await boundaryCaught.get();
  const caught = values.filter(({ value }) => value > 0);
  if (caught.length > 0) throw new Error(`the boundary of a connection caught errors: ${JSON.stringify(caught)}`);
}
