import { For, Show } from 'solid-js';
import { useInboxTools } from '../inbox-context.ts';
import { clockOf, PICTURE_FROM, piecesOf, placeOf, type ClockSpan } from './quiet-hours.ts';

const percent = (share: number): string => `${share * 100}%`;
const QUARTERS = [0, 1, 2, 3];

/** Draws 24 hours from noon on, with the quiet hours and the event's hours. `now`: minutes since midnight. */
export function QuietPicture(props: { quiet: ClockSpan; event: ClockSpan | null; now: number }) {
  const { words } = useInboxTools();
  const said = words.subscription.quiet;
  const label = () => {
    const [from, to] = [clockOf(props.quiet.start), clockOf(props.quiet.end)];
    return props.event
      ? said.pictureWithEvent(from, to, clockOf(props.event.start), clockOf(props.event.end))
      : said.picture(from, to);
  };
  const widest = () => piecesOf(props.quiet).toSorted((a, b) => b.to - b.from - (a.to - a.from))[0]!;
  return (
    <div class="my-2.5" role="img" aria-label={label()}>
      <div class="relative h-[1.75rem]">
        <div class="absolute inset-x-0 bottom-0 h-[1rem] bg-sunk" />
        <For each={piecesOf(props.quiet)}>
          {(piece) => (
            <div
              class="filled absolute bottom-0 h-[1rem] overflow-hidden bg-ink ps-2 text-11 leading-[1rem] font-[600] text-surface"
              style={{ left: percent(piece.from), width: percent(piece.to - piece.from) }}
              title={said.bar}
            >
              <Show when={piece.from === widest().from && piece.to - piece.from > 0.15}>{said.bar}</Show>
            </div>
          )}
        </For>
        <Show when={props.event}>
          {(event) => (
            <For each={piecesOf(event())}>
              {(piece) => (
                <div
                  class="filled absolute bottom-[1.125rem] h-[0.375rem] border border-caution bg-caution-fill"
                  style={{ left: percent(piece.from), width: percent(piece.to - piece.from) }}
                />
              )}
            </For>
          )}
        </Show>
        <div class="filled absolute inset-y-0 w-[1.5px] bg-ink" style={{ left: percent(placeOf(props.now)) }} />
      </div>
      <div class="relative mt-1 h-[1rem] text-11 text-ink-3" aria-hidden="true">
        <For each={QUARTERS}>
          {(nth) => (
            <span
              class="absolute"
              classList={{ 'max-[379px]:hidden': nth % 2 === 1 }}
              style={{ left: percent(nth / 4) }}
            >
              {clockOf(PICTURE_FROM + nth * 360)}
            </span>
          )}
        </For>
      </div>
    </div>
  );
}
