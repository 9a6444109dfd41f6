import { pathOf } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { createMemo, Show } from 'solid-js';
import { useWallTools } from '../../wall-context.ts';
import { factsOf } from '../../ui/sign-marks-and-severity.ts';
import { spaced } from '../../ui/code-and-url-format.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import type { Strips } from '../create-heartbeat-strips.ts';
import type { ShownRow } from '../frozen-order.ts';
import { lookOf, severityOf } from '../sign-looks.ts';
import { Beats, Content } from '../table/cells.tsx';
import type { Pictures } from './create-pictures.ts';
import { pictureText } from './picture-words.ts';

/** A sign with its picture, which always has its age: what a sign showed before it went is not what it shows. */

interface CardProps {
  sign: ShownRow;
  pictures: Pictures;
  strips: Strips;
  isHeld: boolean;
  isChosen: boolean;
  /** Whether the tab key comes here. */
  hasStop: boolean;
  column: number;
  timeZone: string;
  nowMs: number;
  onFocus(): void;
  onChoose(isRange: boolean): void;
}

function Picture(props: Pick<CardProps, 'sign' | 'pictures' | 'timeZone' | 'nowMs'>) {
  const { words, times } = useWallTools();
  const said = words.views.cards;
  const picture = () => (props.sign.screenshotAt === null ? undefined : props.pictures.of(props.sign.id));
  const shown = () => {
    const is = picture();
    return is?.src ? { at: Date.parse(is.at), src: is.src } : undefined;
  };
  const age = (at: number) => pictureText(words, times, at, props.sign, props.nowMs, props.timeZone);
  const none = () => {
    if (props.sign.device === null) return said.noDevice;
    if (props.sign.screenshotAt === null) return said.none;
    return picture() ? said.failed : '';
  };
  return (
    <Show
      when={shown()}
      fallback={<span class="grid h-full place-items-center px-3 text-center text-12 text-ink-2">{none()}</span>}
    >
      {(is) => (
        <>
          <img
            src={is().src}
            alt=""
            class="size-full object-contain"
            classList={{
              'opacity-30 grayscale': age(is().at).isPast,
            }}
          />
          <span class="absolute end-1 bottom-1 rounded-sm bg-[rgba(8,9,10,0.86)] px-[5px] text-11 text-white">
            {age(is().at).said}
          </span>
        </>
      )}
    </Show>
  );
}

const FRAMES: Partial<Record<ReturnType<typeof severityOf>, string>> = {
  alarm: 'outline-2 outline-alarm-fill',
  caution: 'outline-2 outline-caution-fill',
};

export function Card(props: CardProps) {
  const { words } = useWallTools();
  const facts = createMemo(() => factsOf(props.sign, props.isHeld));
  return (
    <div
      role="gridcell"
      aria-colindex={props.column}
      aria-selected={props.isChosen}
      tabindex={props.hasStop ? 0 : -1}
      data-sign={props.sign.id}
      class="group relative min-w-0"
      classList={{ invisible: props.sign.isGone === true }}
      onFocusIn={() => props.onFocus()}
    >
      <div
        class={`relative aspect-video overflow-hidden rounded-sm bg-sunk ${FRAMES[severityOf(lookOf(props.sign))] ?? ''}`}
      >
        <Picture sign={props.sign} pictures={props.pictures} timeZone={props.timeZone} nowMs={props.nowMs} />
        <label
          class="absolute start-0 top-0 p-2 opacity-0 group-hover:opacity-100 group-focus:opacity-100 focus-within:opacity-100 max-[700px]:p-3 max-[700px]:opacity-100"
          classList={{ 'opacity-100': props.isChosen }}
        >
          <input
            type="checkbox"
            tabindex="-1"
            class="block size-4 accent-ink max-[700px]:size-6"
            aria-label={words.views.table.select(props.sign.name)}
            checked={props.isChosen}
            onClick={(event) => {
              // What is chosen decides, not the press.
              event.currentTarget.checked = props.isChosen;
              props.onChoose(event.shiftKey);
            }}
          />
        </label>
      </div>
      <p class="mt-[7px] flex items-baseline gap-1.5 font-[600]">
        <A
          href={pathOf('sign', { signId: props.sign.id })}
          tabindex="-1"
          class="flex min-w-0 no-underline hover:underline"
          title={props.sign.name}
        >
          <bdi class="truncate">{props.sign.name}</bdi>
        </A>
        <span class="ms-auto flex-none font-mono text-11 font-[420] text-ink-3">
          {props.sign.device && spaced(props.sign.device.shortCode)}
        </span>
      </p>
      <p class="mt-1 mb-1.5 flex justify-between gap-2 overflow-hidden text-[calc(11.5rem/16)] text-ink-2 font-stretch-[90%]">
        <StatusMark is={facts().connection} said={words.marks[facts().connection]} />
        <Show when={props.sign.device}>
          <Content {...props} />
          <StatusMark is={facts().screen} said={words.marks[facts().screen]} />
        </Show>
      </p>
      <Show when={props.sign.device}>
        <Beats sign={props.sign} strips={props.strips} height={10} />
      </Show>
    </div>
  );
}
