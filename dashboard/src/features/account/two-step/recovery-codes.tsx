import { createSignal, For } from 'solid-js';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RefusableButton } from '../../focusable-disabled-button.tsx';
import { codesText } from '../../second-factor/codes.ts';
import { useSecondFactorTools } from '../../second-factor/second-factor-context.ts';
import { UnsavedChanges } from '../../unsaved-changes.tsx';
import { CopyButton } from './copy-button.tsx';

/** Gives the browser a text as a file. */
function saveAsFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** The recovery codes, which are shown once: to copy, save or print. The person says that they are stored before they go. */
export function RecoveryCodes(props: { email: string; codes: readonly string[]; onDone(): void }) {
  const { words } = useSecondFactorTools();
  const said = words.secondFactor.codes;
  const [isStored, setStored] = createSignal(false);
  const head = () => said.head(words.common.product, props.email);
  const text = () => codesText(head(), props.codes);
  return (
    <>
      <div data-print>
        <p class="hidden print:mb-4 print:block">{head()}</p>
        <ol
          aria-label={said.list}
          class="mb-3.5 grid max-w-[calc(520rem/16)] gap-x-10 rounded-control border border-line-strong bg-surface px-6 py-3.5 min-[480px]:grid-cols-2 max-[480px]:px-3.5"
        >
          <For each={props.codes}>
            {(code, nth) => (
              <li class="flex items-baseline gap-3.5 border-b border-line py-1.5 font-mono text-18 font-[600] wrap-anywhere last:border-0 min-[480px]:nth-last-2:border-0 max-[480px]:text-15">
                <span
                  class="w-4 flex-none text-end font-(family-name:--font-ui) text-12 font-[420] text-ink-3"
                  aria-hidden="true"
                >
                  {nth() + 1}
                </span>
                <span class="min-w-0">{code}</span>
              </li>
            )}
          </For>
        </ol>
      </div>
      <div class="flex flex-wrap items-center gap-2">
        <CopyButton text={text()} label={said.copy} />
        <Button onClick={() => saveAsFile(said.file, text())}>
          <Icon is="down" size={14} />
          {said.save}
        </Button>
        <Button onClick={() => print()}>
          <Icon is="print" size={14} />
          {said.print}
        </Button>
      </div>
      <label class="flex cursor-pointer items-center gap-2.5 pt-[18px] pb-3.5 font-[560] max-[700px]:min-h-12">
        <input
          type="checkbox"
          name="stored"
          class="size-5 flex-none accent-(--ink)"
          checked={isStored()}
          onChange={({ currentTarget }) => setStored(currentTarget.checked)}
        />
        {said.stored}
      </label>
      <RefusableButton kind="primary" whyNot={isStored() ? undefined : said.notStored} onClick={() => props.onDone()}>
        {said.done}
      </RefusableButton>
      <UnsavedChanges words={said.leave} fields={isStored() ? [] : [said.list]} />
    </>
  );
}
