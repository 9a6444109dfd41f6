import { createMemo, Show } from 'solid-js';
import { createRepeatedRead, useEvery } from '../event/repeated-read.ts';
import { StripLine } from '../event/heartbeat-line.tsx';
import { expectedFromMs, hourOf, stripOf } from '../event/heartbeat-minutes.ts';
import { useWallTools } from '../wall-context.ts';
import { SectionTitle } from './section-title.tsx';
import type { SignSeen } from './sign-page-context.ts';

const MINUTE_MS = 60_000;
const HEIGHT = 26;

/** The heartbeats of the last hour, with the times at its ends. */
export function HeartbeatStrip(props: { seen: SignSeen }) {
  const { client, words, times } = useWallTools();
  const said = words.sign.heartbeats;
  const { event } = props.seen;
  const strips = createRepeatedRead(MINUTE_MS / 2, () =>
    client.call('GET /api/events/:id/strips', {
      params: { id: event.id },
      query: { signIds: props.seen.sign().id },
    }),
  );
  useEvery(MINUTE_MS, strips.want);
  const strip = createMemo(() => {
    const known = strips.value();
    const sign = props.seen.sign();
    return known && stripOf(hourOf(known), known.counts[sign.id], expectedFromMs(sign));
  });
  const clock = (minute: number) => times.said(strip()!.hour.fromMs + minute * MINUTE_MS, 'time', event.timeZone);
  return (
    <div class="mb-4">
      <SectionTitle
        title={said.title}
        aside={
          props.seen.sign().device === null
            ? said.noDevice
            : strip() && strip()!.expected > 0 && said.last(strip()!.kept, strip()!.expected)
        }
      />
      <StripLine
        strip={strip()}
        height={HEIGHT}
        label={strip() && strip()!.expected > 0 ? said.label(strip()!.kept, strip()!.expected) : said.title}
      />
      <div class="mt-[3px] flex h-[15px] justify-between text-11 text-ink-3">
        <Show when={strip()}>
          {(known) => (
            <>
              <span>{clock(0)}</span>
              <Show when={known().hour.away.at(-1)}>
                {(away) => (
                  <span>
                    {clock(away().from)} {said.away}
                  </span>
                )}
              </Show>
              <span>{clock(60)}</span>
            </>
          )}
        </Show>
      </div>
    </div>
  );
}
