import { createSignal, onCleanup, Show } from 'solid-js';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useSecondFactorTools } from '../../second-factor/second-factor-context.ts';

/** The button shows “Copied” this long. */
const SAID_FOR_MS = 4_000;

/** Copies a text, and says so, also where the browser does not allow it. */
export function CopyButton(props: { text: string; label: string }) {
  const { words, clock } = useSecondFactorTools();
  const said = words.secondFactor.codes;
  const [outcome, setOutcome] = createSignal<'copied' | 'refused' | null>(null);
  let cancel = () => {};
  onCleanup(() => cancel());
  async function copy(): Promise<void> {
    cancel();
    // `navigator.clipboard` is missing on a page over http from another machine.
    const done = await Promise.resolve(
      navigator.clipboard?.writeText(props.text) ?? Promise.reject(new Error('no clipboard')),
    ).then(
      () => 'copied' as const,
      () => 'refused' as const,
    );
    setOutcome(done);
    if (done === 'copied') cancel = clock.after(SAID_FOR_MS, () => setOutcome(null));
  }
  return (
    <>
      <Button onClick={() => void copy()}>
        <Icon is={outcome() === 'copied' ? 'check' : 'copy'} size={14} />
        {outcome() === 'copied' ? said.copied : props.label}
      </Button>
      <span class="text-12 text-caution empty:hidden" role="status">
        <Show when={outcome() === 'copied'}>
          <span class="sr-only">{said.copied}</span>
        </Show>
        <Show when={outcome() === 'refused'}>{said.notCopied}</Show>
      </span>
    </>
  );
}
