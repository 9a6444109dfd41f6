import type { Seen } from '../../event/event-page-frame.tsx';
import { readOpen } from '../../outages/acknowledge-outages.ts';
import { createOutageReading } from '../../outages/create-outage-reading.ts';
import { requestsOf, restMsOf } from '../../event/read-pace.ts';
import { useWallTools } from '../../wall-context.ts';
import { bySign, layOpen, type OpenOutages } from './outages-by-sign.ts';

/** The open outages of an event. */

export interface OpenOutagesRead {
  /** As they are now; empty before the first read. */
  bySign(): OpenOutages;
}

/** As long as the component is shown. */
export function createOpenOutages(seen: Seen): OpenOutagesRead {
  const { client } = useWallTools();
  let requests = 1;
  const reading = createOutageReading<OpenOutages>(seen, {
    restMs: () => restMsOf(requests),
    async read() {
      const open = await readOpen(client, seen.event.id);
      if (!open.ok) return open;
      requests = requestsOf(open.items.length);
      return { ok: true, body: bySign(open.items) };
    },
    lay: layOpen,
  });
  const none: OpenOutages = new Map();
  return { bySign: () => reading.value() ?? none };
}
