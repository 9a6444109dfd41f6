import { createUniqueId, Show, splitProps, type JSX } from 'solid-js';

/** A labelled line to type into. `error` stands below it and is read with it; `aside` stands beside the label. */
export function Field(
  props: {
    label: string;
    error?: string | undefined;
    hint?: string | undefined;
    aside?: JSX.Element;
  } & JSX.InputHTMLAttributes<HTMLInputElement>,
) {
  const [own, rest] = splitProps(props, ['label', 'error', 'hint', 'aside']);
  const id = createUniqueId();
  return (
    <div class="mb-3.5">
      <div class="mb-[5px] flex justify-between">
        <label for={id} class="font-[560]">
          {own.label}
        </label>
        {own.aside}
      </div>
      <input
        {...rest}
        id={id}
        class="h-[calc(1.25rem+24px)] w-full min-w-0 rounded-control border bg-surface px-3 text-15 disabled:bg-sunk disabled:text-ink-2 focus-visible:rounded-control focus-visible:outline-offset-1"
        classList={{
          // The browser's own date is as long as it is.
          'text-[min(calc(15rem/16),5.2vw)]': rest.type === 'datetime-local',
          'border-alarm': own.error !== undefined,
          'border-line-strong': own.error === undefined,
        }}
        aria-invalid={own.error !== undefined}
        aria-describedby={own.error !== undefined || own.hint !== undefined ? `${id}-said` : undefined}
      />
      <Show when={own.error ?? own.hint}>
        <p
          id={`${id}-said`}
          class="mt-[5px]"
          classList={{ 'text-alarm': own.error !== undefined, 'text-ink-2': own.error === undefined }}
        >
          {own.error ?? own.hint}
        </p>
      </Show>
    </div>
  );
}
