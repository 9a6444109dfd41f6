import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import type { Seen } from '../../event/event-page-frame.tsx';
import { createRepeatedRead } from '../../event/repeated-read.ts';
import { readOpen } from '../../outages/acknowledge-outages.ts';
import { omitUnsentMails } from '../../outages/omit-unsent-mails.ts';
import { refreshOutages } from '../../outages/refresh-outages.ts';
import { requestsOf, restMsOf } from '../../outages/refresh-triggers.ts';
import { useWallTools } from '../../wall-context.ts';
import { bySign, type OpenOutages } from './outages-by-sign.ts';

/** The open outages of an event. */

export interface OpenOutagesRead {
  /** As they were read last; empty before. */
  bySign(): OpenOutages;
  /** Has them read again. */
  want(): void;
}

/** As long as the component is shown. `signs`: all that something is wrong with, and maybe others. */
export function createOpenOutages(seen: Seen, signs: () => readonly SignRow[]): OpenOutagesRead {
  const { client } = useWallTools();
  let requests = 1;
  const reading = createRepeatedRead<OpenOutages>(
    () => restMsOf(requests),
    async () => {
      const open = await readOpen(client, seen.event.id);
      if (!open.ok) return open;
      requests = requestsOf(open.items.length);
      return { ok: true, body: bySign(omitUnsentMails(open.items, seen.me)) };
    },
  );
  refreshOutages(signs, reading, () => {
    const open = reading.value();
    return open && Array.from(open.values()).flat();
  });
  const none: OpenOutages = new Map();
  return { bySign: () => reading.value() ?? none, want: reading.want };
}
