import { PAGES } from '@sign-display/contracts/page-paths';
import { normalizeShortCode } from '@sign-display/contracts/short-code';
import { useNavigate } from '@solidjs/router';
import { createSignal } from 'solid-js';
import { RefusableButton } from '../features/focusable-disabled-button.tsx';
import { useFirstTools } from './first-sign-context.ts';

/** An input for the code of a sign; opens its claim. */
export function TypedCode(props: { eventId: string; whyNot: string | undefined }) {
  const { words } = useFirstTools();
  const said = words.first.typed;
  const navigate = useNavigate();
  const [typed, setTyped] = createSignal('');
  const code = () => normalizeShortCode(typed());
  return (
    <form
      class="flex flex-wrap items-center gap-x-4 gap-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (props.whyNot === undefined && code() !== null)
          navigate(`${PAGES.claim}?event=${props.eventId}&code=${code()}`);
      }}
    >
      <label class="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span>
          <b class="block text-15 font-[600]">{said.title}</b>
          <span class="text-ink-2">{said.label}</span>
        </span>
        <input
          class="h-[calc(1.25rem+24px)] w-[9.5em] rounded-control border border-line-strong bg-surface px-3 font-mono text-18 tracking-[0.18em] uppercase read-only:bg-sunk"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          maxLength={12}
          readOnly={props.whyNot !== undefined}
          title={props.whyNot}
          value={typed()}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <RefusableButton type="submit" whyNot={props.whyNot ?? (code() === null ? said.label : undefined)}>
        {said.find}
      </RefusableButton>
    </form>
  );
}
