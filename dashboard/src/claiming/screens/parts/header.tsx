import { Show } from 'solid-js';
import type { Header as HeaderOf } from '../../screen-model-types.ts';
import type { Press } from '../../user-action-types.ts';
import { BackGlyph } from './glyphs.tsx';
import { focusing } from './headline-and-lead.tsx';

/** A title has a line, or three where it must: a name that is longer stands whole below. */
const TITLE = 'line-clamp-3 min-w-0 font-[600] wrap-anywhere';

function HeadlineHere(props: { title: string; takesFocus: boolean }) {
  return (
    <h1
      class={`${TITLE} outline-none`}
      ref={focusing(() => (props.takesFocus ? props.title : null))}
      tabindex="-1"
      dir="auto"
      title={props.title}
    >
      {props.title}
    </h1>
  );
}

/** What stands at the top of every screen. `isHeadline`: there is no larger headline, so this is the screen's; `takesFocus`: unless something else does. */
export const Header = (props: {
  header: HeaderOf;
  send: (press: Press) => void;
  isHeadline: boolean;
  takesFocus?: boolean | undefined;
  isOnCamera?: boolean;
}) => {
  const faint = () => ({ 'text-ink-3': props.isOnCamera !== true, 'text-[#d5dad8]': props.isOnCamera === true });
  return (
    <header
      class="relative flex min-h-14 flex-none items-center gap-2.5 py-2 pr-2 pl-4"
      classList={{ 'bg-(--on-camera)': props.isOnCamera === true }}
    >
      <Show when={props.header.back}>
        {(back) => (
          <button
            type="button"
            aria-label={back().label}
            class="-my-2 -mr-0.5 -ml-3.5 grid size-12 flex-none place-items-center"
            classList={{ 'text-ink-2': props.isOnCamera !== true, 'text-[#d5dad8]': props.isOnCamera === true }}
            onClick={() => props.send(back().press)}
          >
            <BackGlyph />
          </button>
        )}
      </Show>
      <Show
        when={props.isHeadline}
        fallback={
          <p class={TITLE} dir="auto" title={props.header.title}>
            {props.header.title}
          </p>
        }
      >
        <HeadlineHere title={props.header.title} takesFocus={props.takesFocus !== false} />
      </Show>
      <Show when={props.header.aside}>
        {(aside) => (
          <span
            class="ml-auto flex-none text-[calc(13rem/16)] whitespace-nowrap"
            classList={{
              ...faint(),
              'pr-4 font-mono font-[500] tracking-[0.01em]': aside().isCode,
              'pr-2': !aside().isCode,
            }}
          >
            {aside().text}
          </span>
        )}
      </Show>
    </header>
  );
};
