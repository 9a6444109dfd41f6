import { createSignal, onCleanup, Show } from 'solid-js';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useFirstTools } from './first-sign-context.ts';

/** The button shows “Copied” this long. */
const SAID_FOR_MS = 4_000;

/** A terminal command with a copy button. */
export function CopiedCommand(props: { command: string }) {
  const { words, clock } = useFirstTools();
  const said = words.first;
  const [outcome, setOutcome] = createSignal<'copied' | 'refused' | null>(null);
  let cancel = () => {};
  onCleanup(() => cancel());
  async function copy(): Promise<void> {
    cancel();
    // `navigator.clipboard` is missing on a page over http from another machine.
    const done = await Promise.resolve(
      navigator.clipboard?.writeText(props.command) ?? Promise.reject(new Error()),
    ).then(
      () => 'copied' as const,
      () => 'refused' as const,
    );
    setOutcome(done);
    if (done === 'copied') cancel = clock.after(SAID_FOR_MS, () => setOutcome(null));
  }
  return (
    <>
      <div class="mt-3.5 flex items-center gap-3 rounded-control bg-sunk py-2 ps-3 pe-2 max-[700px]:flex-col max-[700px]:items-stretch">
        <code class="min-w-0 flex-1 font-mono text-12 leading-normal font-[500] [overflow-wrap:anywhere]">
          {props.command}
        </code>
        <Button aria-label={said.copyIt(props.command)} onClick={() => void copy()}>
          <Icon is={outcome() === 'copied' ? 'check' : 'copy'} size={14} />
          {outcome() === 'copied' ? said.copied : said.copy}
        </Button>
      </div>
      <p class="text-12 text-caution" role="status">
        <span class="sr-only">{outcome() === 'copied' ? said.copied : ''}</span>
        <Show when={outcome() === 'refused'}>{said.notCopied}</Show>
      </p>
    </>
  );
}
