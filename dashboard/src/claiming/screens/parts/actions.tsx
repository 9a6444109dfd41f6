import { Index, Show, type JSX } from 'solid-js';
import { Dynamic } from 'solid-js/web';
import type { Action, Tap } from '../../screen-model-types.ts';
import type { Press } from '../../user-action-types.ts';
import { GLYPHS } from './glyphs.tsx';

type Look = Action['kind'] | 'on-camera';

const LOOKS: Record<Look, string> = {
  primary: 'min-h-14 text-[calc(17rem/16)] border-act bg-act text-on-act',
  usual: 'min-h-14 text-[calc(17rem/16)] border-line-strong',
  quiet: 'min-h-12 text-[calc(15rem/16)] border-transparent text-ink-2',
  'on-camera': 'min-h-14 text-[calc(17rem/16)] border-white/55 bg-(--on-camera) text-white',
};
const classOf = (look: Look): string =>
  `flex w-full items-center justify-center gap-2.5 rounded-[10px] border-[1.5px] px-3 py-1 text-center leading-[1.2] font-[600] touch-manipulation disabled:border-sunk disabled:bg-sunk disabled:text-ink-3 ${LOOKS[look]}`;

export interface Hands {
  send: (press: Press) => void;
}

export interface PhotoHands {
  /** A photo was taken, or chosen, in place of the camera's picture. */
  onPhoto?: ((photo: File) => void) | undefined;
}

/** A label that takes a photo, or lets one be chosen. */
export const PhotoAction = (props: { look: Look; children: JSX.Element; onPhoto: PhotoHands['onPhoto'] }) => (
  <label
    class={`relative cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus ${classOf(props.look)}`}
  >
    <input
      class="absolute inset-0 cursor-pointer opacity-0"
      type="file"
      accept="image/*"
      capture="environment"
      onChange={({ currentTarget }) => {
        const [photo] = currentTarget.files ?? [];
        if (photo) props.onPhoto?.(photo);
        // The same photo may be chosen again.
        currentTarget.value = '';
      }}
    />
    {props.children}
  </label>
);

/** A button of the thumb's size; what it says is its icon and its label, or its icon alone. */
export function ActionButton(props: Hands & { tap: Tap; look: Look; iconOnly?: boolean; isOn?: boolean }) {
  const content = () => (
    <>
      <Show when={props.tap.icon}>{(icon) => <Dynamic component={GLYPHS[icon()]} />}</Show>
      {props.iconOnly === true ? undefined : props.tap.label}
    </>
  );
  return (
    <button
      type={props.tap.press.type === 'submit' ? 'submit' : 'button'}
      class={classOf(props.look)}
      aria-label={props.iconOnly === true ? props.tap.label : undefined}
      aria-pressed={props.isOn}
      disabled={props.tap.isDisabled === true}
      onClick={() => {
        if (props.tap.press.type !== 'submit') props.send(props.tap.press);
      }}
    >
      {content()}
    </button>
  );
}

/** By their places, so that a button stays the same one (and keeps the focus) while its label counts down. */
export const Actions = (props: Hands & { actions: readonly Action[] }) => (
  <Index each={props.actions}>
    {(action) => <ActionButton tap={action()} look={action().kind} send={props.send} />}
  </Index>
);
