import { createUniqueId, Show } from 'solid-js';
import { useInboxTools } from '../inbox-context.ts';

const SECONDS_MOST = 86_400;

/**
 * The field for the seconds after which the service notifies the person of an offline sign. If it is empty, the event's
 * value applies, or the service's default, which pages don't know.
 */
export function GraceField(props: {
  value: string;
  eventSeconds: number | null;
  error: string | undefined;
  onChange(value: string): void;
}) {
  const { words } = useInboxTools();
  const said = words.subscription;
  const id = createUniqueId();
  return (
    <>
      <label for={id} class="mb-2 block font-[620] wrap-anywhere">
        {said.grace}
      </label>
      <div class="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <input
          id={id}
          type="number"
          inputMode="numeric"
          name="graceSeconds"
          min={0}
          max={SECONDS_MOST}
          step={1}
          placeholder={props.eventSeconds?.toString()}
          class="h-[calc(1.25rem+24px)] w-[calc(96rem/16)] min-w-0 rounded-control border bg-surface px-3 text-15 placeholder:text-ink-3"
          classList={{ 'border-alarm': props.error !== undefined, 'border-line-strong': props.error === undefined }}
          aria-invalid={props.error !== undefined}
          aria-describedby={`${id}-unit ${id}-hint${props.error === undefined ? '' : ` ${id}-wrong`}`}
          value={props.value}
          onInput={({ currentTarget }) =>
            // An incomplete number has the value ''. Taking that over would empty the field while the person types.
            currentTarget.validity.badInput || props.onChange(currentTarget.value)
          }
        />
        <span id={`${id}-unit`}>{said.seconds}</span>
      </div>
      <Show when={props.error}>
        <p id={`${id}-wrong`} class="mt-[5px] text-alarm">
          {props.error}
        </p>
      </Show>
      <p id={`${id}-hint`} class="mt-[5px] text-ink-2">
        {said.graceHint(props.eventSeconds === null ? null : `${props.eventSeconds} s`)}
      </p>
    </>
  );
}
