import { For } from 'solid-js';

/** Where rows will stand: as high as they. */
export const RowsPlaceholder = () => (
  <div aria-hidden="true">
    <For each={Array.from({ length: 14 })}>
      {() => (
        <div class="flex h-[calc(36rem/16)] items-center gap-4 border-b border-line px-4 max-[700px]:h-[calc(72rem/16)]">
          <span class="h-2 w-2/5 bg-line" />
          <span class="h-2 w-1/5 bg-line" />
        </div>
      )}
    </For>
  </div>
);
