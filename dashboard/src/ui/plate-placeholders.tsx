import { Index, type JSX } from 'solid-js';

/** The bed of a wall, and a plate of it that is not live. The wall lays its own plates here. */

export const Plates = (props: { children: JSX.Element }) => (
  <div class="grid grid-cols-8 gap-[3px]">{props.children}</div>
);

/** Where plates will lie: as large as they. */
export const PlatePlaceholder = (props: { count: number }) => (
  <Plates>
    <Index each={Array.from({ length: props.count })}>
      {() => (
        <span
          class="relative h-[30px] rounded-mark bg-plate before:absolute before:top-[7px] before:left-[5px] before:h-1.5 before:w-3/5 before:bg-line after:absolute after:right-[5px] after:bottom-1 after:left-[5px] after:h-[1.2px] after:bg-line"
          aria-hidden="true"
        />
      )}
    </Index>
  </Plates>
);

export const OldPlate = (props: { name: string }) => (
  <span class="min-h-[30px] rounded-mark border border-dashed border-line-strong px-[5px] py-[3px] text-[calc(10.5rem/16)] font-stretch-[80%] text-ink-3">
    {props.name}
  </span>
);
