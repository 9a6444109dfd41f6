import { Index, Show } from 'solid-js';
import type { DoneFrame, FrameProps } from '../screen-model-types.ts';
import { Facts } from './parts/facts.tsx';
import { Headline, Lead } from './parts/headline-and-lead.tsx';
import { Screen } from './parts/screen.tsx';

/** The sign's own screenshot with its age; its space is kept until it is there. */
const Picture = (props: { picture: NonNullable<DoneFrame['picture']> }) => (
  <figure class="relative mt-[18px] h-[180px] overflow-hidden rounded-[2px] bg-sunk">
    <Show when={props.picture.src}>
      {(src) => <img class="size-full object-contain" src={src()} alt={props.picture.alt} />}
    </Show>
    <figcaption class="absolute right-1.5 bottom-1.5 rounded-[2px] bg-black/80 px-1.5 py-px text-[calc(12rem/16)] text-[#f2f6ec]">
      {props.picture.age}
    </figcaption>
  </figure>
);

/** More little plates than this are no longer told apart. */
const MOST_PLATES = 30;

/** How many signs this person claimed; the last plate is the new one. */
const Tally = (props: { tally: NonNullable<DoneFrame['tally']> }) => {
  const count = (): number => Math.min(props.tally.count, MOST_PLATES);
  return (
    <div class="mt-auto pt-4 pb-2">
      <span class="text-[calc(13rem/16)] text-ink-3">{props.tally.text}</span>
      <div class="mt-2.5 flex gap-[3px]" aria-hidden="true">
        <Index each={Array.from({ length: count() })}>
          {(_, place) => (
            <span
              class="h-[22px] max-w-9 flex-1 rounded-mark"
              classList={{ 'bg-ink': place === count() - 1, 'bg-plate': place !== count() - 1 }}
            />
          )}
        </Index>
      </div>
    </div>
  );
};

/** The claim is committed. */
export const Done = (props: FrameProps<DoneFrame>) => (
  <Screen frame={props.frame} send={props.send}>
    <Headline said={props.frame.title} isProved={props.frame.isProved} />
    <Show when={props.frame.lead}>{(lead) => <Lead>{lead()}</Lead>}</Show>
    <Show when={props.frame.picture}>{(picture) => <Picture picture={picture()} />}</Show>
    <Facts facts={props.frame.facts} />
    <Show when={props.frame.links}>
      {(links) => (
        <ul class="mt-1.5">
          <Index each={links()}>
            {(link) => (
              <li>
                <a class="inline-flex min-h-12 items-center font-[560] wrap-anywhere" href={link().href}>
                  {link().label}
                </a>
              </li>
            )}
          </Index>
        </ul>
      )}
    </Show>
    <Show when={props.frame.tally}>{(tally) => <Tally tally={tally()} />}</Show>
  </Screen>
);
