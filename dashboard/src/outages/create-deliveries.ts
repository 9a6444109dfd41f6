import type { OutageWithDeliveries } from '@sign-display/contracts/rest/outages';
import { createEffect, on, onCleanup, type Accessor } from 'solid-js';
import { createRepeatedRead, type Reading } from '../event/repeated-read.ts';
import { useWallTools } from '../wall-context.ts';
import { readsAgainAfterMs } from './delivery-rows.ts';

const RESTS_MS = 2_000;
const RETRIES_AFTER_MS = 10_000;

/**
 * Reads an outage with its deliveries while the component is mounted: again when the outage changes (`state`), and
 * repeatedly while messages may still be sent. `first`: the outage as it was read before.
 */
export function createDeliveries(
  first: OutageWithDeliveries,
  state: Accessor<string>,
): Omit<Reading<OutageWithDeliveries>, 'value'> & { value: Accessor<OutageWithDeliveries> } {
  const { client, clock } = useWallTools();
  const reading = createRepeatedRead<OutageWithDeliveries>(
    RESTS_MS,
    () => client.call('GET /api/outages/:id', { params: { id: first.id } }),
    () => {},
  );
  const value = () => reading.value() ?? first;
  createEffect(on(state, reading.want, { defer: true }));
  let cancel = (): void => {};
  createEffect(
    on([value, reading.trouble], ([is, trouble]) => {
      cancel();
      const waitMs = trouble ? RETRIES_AFTER_MS : readsAgainAfterMs(is, clock.now());
      cancel = waitMs === null ? () => {} : clock.after(waitMs, reading.want);
    }),
  );
  onCleanup(() => cancel());
  return { ...reading, value };
}
