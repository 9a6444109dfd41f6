import { useBeforeLeave } from '@solidjs/router';
import { createEffect, createSignal, createUniqueId, onCleanup, onMount, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog, DialogText } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { ShownLink } from './create-invite.ts';

/** An invitation's link, which is shown once: closing it uncopied asks first, and so does leaving the page. */
export function LinkDialog(props: { link: ShownLink; onClose(): void }) {
  const { words } = useAdminTools();
  const said = words.people.invite.link;
  const id = createUniqueId();
  const [copying, setCopying] = createSignal<'copied' | 'refused' | null>(null);
  const [isAsking, setAsking] = createSignal(false);
  const [safe, setSafe] = createSignal<HTMLButtonElement>();
  createEffect(() => safe()?.focus());
  const [field, setField] = createSignal<HTMLInputElement>();

  async function copy(): Promise<void> {
    // `navigator.clipboard` is missing on a page over http from another machine.
    const done = await Promise.resolve(
      navigator.clipboard?.writeText(props.link.url) ?? Promise.reject(new Error()),
    ).then(
      () => 'copied' as const,
      () => 'refused' as const,
    );
    setCopying(done);
    if (done === 'refused') field()?.select();
  }
  const close = () => (copying() === 'copied' ? props.onClose() : setAsking(true));
  const hold = (event: Event): void => {
    if (copying() !== 'copied') event.preventDefault();
  };
  useBeforeLeave((event) => {
    if (event.defaultPrevented || copying() === 'copied') return;
    event.preventDefault();
    setAsking(true);
  });
  onMount(() => addEventListener('beforeunload', hold));
  onCleanup(() => removeEventListener('beforeunload', hold));
  return (
    <Dialog isOpen onClose={close} title={isAsking() ? said.askTitle : said.title}>
      <Show
        when={isAsking()}
        fallback={
          <>
            <DialogText>{said.text(props.link.email)}</DialogText>
            <label for={id} class="mt-4 mb-[5px] block font-[560]">
              {said.label}
            </label>
            <div class="flex gap-2 max-[700px]:flex-col">
              <input
                ref={setField}
                id={id}
                readOnly
                dir="ltr"
                class="h-[calc(1.25rem+24px)] min-w-0 flex-1 rounded-control border border-line-strong bg-sunk px-3 font-mono text-12 font-[500] max-[700px]:flex-none"
                value={props.link.url}
                onFocus={(event) => event.currentTarget.select()}
                // Someone who copies the marked text has the link as well.
                onCopy={() => setCopying('copied')}
              />
              <Button kind="primary" autofocus onClick={() => void copy()}>
                <Icon is={copying() === 'copied' ? 'check' : 'copy'} size={14} />
                {copying() === 'copied' ? said.copied : said.copy}
              </Button>
            </div>
            <p class="mt-1.5 text-caution" role="status">
              <span class="sr-only">{copying() === 'copied' ? said.copied : ''}</span>
              <Show when={copying() === 'refused'}>{said.notCopied}</Show>
            </p>
            <Actions>
              <Button onClick={close}>{said.done}</Button>
            </Actions>
          </>
        }
      >
        <DialogText>{said.askText}</DialogText>
        <Actions>
          <Button ref={setSafe} onClick={() => setAsking(false)}>
            {said.keep}
          </Button>
          <Button kind="danger" onClick={() => props.onClose()}>
            {said.close}
          </Button>
        </Actions>
      </Show>
    </Dialog>
  );
}
