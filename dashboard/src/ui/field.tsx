import { createUniqueId, Show, splitProps, type JSX } from 'solid-js';

/**
 * A labelled line to type into. `hint` stands below it, `error` in its place, or above it where it still tells what to know (`keepsHint`); both are read with the field. `aside`
 * stands beside the label. `locked`: why nothing can be typed now; keys reach the field all the same, and a screen reader reads the reason with it.
 */
export function Field(
  props: {
    label: string;
    error?: string | undefined;
    hint?: string | undefined;
    keepsHint?: boolean;
    aside?: JSX.Element;
    locked?: string | undefined;
    /** Covers the content below the input, at the same width. */
    overlay?: JSX.Element;
  } & JSX.InputHTMLAttributes<HTMLInputElement>,
) {
  const [own, rest] = splitProps(props, ['label', 'error', 'hint', 'keepsHint', 'aside', 'locked', 'overlay']);
  const id = createUniqueId();
  const hint = () => (own.error === undefined || own.keepsHint ? own.hint : undefined);
  const isLocked = () => own.locked !== undefined;
  const described = () =>
    [own.error && `${id}-wrong`, hint() && `${id}-hint`, isLocked() && `${id}-locked`].filter(Boolean).join(' ');
  return (
    <div class="mb-3.5">
      <div class="mb-[5px] flex justify-between">
        <label for={id} class="min-w-0 font-[560] wrap-anywhere">
          {own.label}
        </label>
        {own.aside}
      </div>
      <input
        {...rest}
        id={id}
        readOnly={isLocked() || rest.readOnly === true}
        class="h-[calc(1.25rem+24px)] w-full min-w-0 rounded-control border bg-surface px-3 text-15 read-only:bg-sunk read-only:text-ink-2 focus-visible:rounded-control focus-visible:outline-offset-1"
        classList={{
          // The browser's own date is as long as it is.
          'text-[min(calc(15rem/16),5.2vw)]': rest.type === 'datetime-local',
          'border-alarm': own.error !== undefined,
          'border-line-strong': own.error === undefined,
        }}
        aria-invalid={own.error !== undefined}
        aria-describedby={described() || undefined}
      />
      <div class="relative">{own.overlay}</div>
      <Show when={own.error}>
        <p id={`${id}-wrong`} class="mt-[5px] text-alarm">
          {own.error}
        </p>
      </Show>
      <Show when={hint()}>
        <p id={`${id}-hint`} class="mt-[5px] text-ink-2">
          {hint()}
        </p>
      </Show>
      <Show when={isLocked()}>
        <span id={`${id}-locked`} hidden>
          {own.locked}
        </span>
      </Show>
    </div>
  );
}
