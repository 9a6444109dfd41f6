import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createEffect, createSignal, on, Show } from 'solid-js';
import { FormTrouble } from '../../features/create-form.tsx';
import { withScheme } from '../../features/add-url-scheme.ts';
import { createSubmission } from '../../features/submission.ts';
import { fieldErrorText } from '../../features/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog, DialogText } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useWallTools } from '../../wall-context.ts';
import { useWallActions } from './wall-actions.tsx';
import { countReachable } from './count-reachable-signs.ts';

/** Asks which page all chosen signs show from now on; that they show none is a choice of its own, so an empty field takes no page away. It can be undone, so it asks nothing else. */
export function SetContentDialog(props: { signs: readonly SignRow[]; isOpen: boolean; onClose(): void }) {
  const { words } = useWallTools();
  const { bulk, seen } = useWallActions();
  const { content } = words.sign;
  const said = words.wallActions.bulk;
  const [url, setUrl] = createSignal('');
  const [isNone, setNone] = createSignal(false);
  /** Another order was on its way when this one was given. */
  const [isBusy, setBusy] = createSignal(false);
  /** A selection that changes behind the dialog does not change what was asked. */
  const [signs, setSigns] = createSignal<readonly SignRow[]>([]);
  createEffect(
    on(
      () => props.isOpen,
      (isOpen) => {
        if (!isOpen) return;
        submission.reset();
        setBusy(false);
        const pages = new Set(props.signs.map((sign) => sign.url));
        setUrl(pages.size === 1 ? (Array.from(pages)[0] ?? '') : '');
        setNone(false);
        setSigns(props.signs);
      },
    ),
  );
  const submission = createSubmission(async () => {
    const page = isNone() ? null : withScheme(url());
    const ids = signs().map(({ id }) => id);
    const why = await bulk.start({ url: page }, ids);
    setBusy(why === 'busy');
    if (why === 'busy') return undefined;
    if (why === undefined) props.onClose();
    return why;
  });
  const urlError = () => {
    const why = submission.trouble();
    const message = why?.code === 'invalid_url' ? why.detail : submission.error('/action/url');
    return message === undefined ? undefined : fieldErrorText(words, message, content.url);
  };
  const scheduled = () =>
    signs().filter(({ shown }) => shown.source === 'schedule' || shown.source === 'manual').length;
  /** As they are now, not as they were when it was opened. */
  const away = () => {
    const { devices, online } = countReachable(signs().flatMap(({ id }) => seen.live.feed().signs?.get(id) ?? []));
    return devices - online;
  };
  return (
    <Dialog isOpen={props.isOpen} onClose={() => props.onClose()} title={said.contentTitle(signs().length)}>
      <form onSubmit={(event) => void submission.submit(event)}>
        <DialogText>{said.contentLead(signs().length)}</DialogText>
        <div class="mt-3.5">
          <Field
            label={content.url}
            name="url"
            inputmode="url"
            placeholder="https://"
            autocomplete="off"
            required
            // Not of blanks alone.
            pattern=".*\S.*"
            locked={isNone() ? said.noPage : undefined}
            value={url()}
            onInput={(event) => setUrl(event.currentTarget.value)}
            error={urlError()}
          />
          <label class="mb-3.5 flex min-h-8 items-center gap-2 max-[700px]:min-h-12">
            <input
              type="checkbox"
              name="none"
              checked={isNone()}
              onChange={(event) => setNone(event.currentTarget.checked)}
            />
            {said.noPage}
          </label>
        </div>
        <Show when={scheduled() > 0}>
          <p class="text-caution">{said.scheduled(scheduled())}</p>
        </Show>
        <Show when={away() > 0}>
          <p class="mt-1.5 text-ink-2">{said.contentAway(away())}</p>
        </Show>
        <Show when={isBusy()}>
          <p class="mt-1.5 text-alarm" role="alert">
            {said.busy}
          </p>
        </Show>
        <Show when={urlError() === undefined}>
          <FormTrouble of={submission} />
        </Show>
        <Actions>
          <Button onClick={() => props.onClose()}>{content.cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={submission.isBusy()}>
            {content.send}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
