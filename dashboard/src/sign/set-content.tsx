import type { CommandRequest } from '@sign-display/contracts/rest/commands';
import { createEffect, createSignal, on, Show } from 'solid-js';
import { asked, type Trouble } from '../api/session.ts';
import { showUndoToast } from '../features/undo-toast.ts';
import { clearOfflineError } from '../features/clear-offline-error.ts';
import { withScheme } from '../features/add-url-scheme.ts';
import { createSubmission } from '../features/submission.ts';
import { fieldErrorText } from '../features/error-text.ts';
import { FormTrouble } from '../features/create-form.tsx';
import { instantOf, wallTimeOf } from '../times/convert-wall-time.ts';
import { useWallTools } from '../wall-context.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Message } from '../ui/result-message.tsx';
import type { Sending } from './content-steps.ts';
import { EndOverride } from './end-override.tsx';
import { ContentProgress } from './content-progress.tsx';
import type { SignSeen } from './sign-page-context.ts';

const HOUR_MS = 3_600_000;

/** What came of it: the page is on its way, or why not. */
type Set = ({ ok: true } & Sent) | { ok: false; why: Trouble };
/** `undo`: puts the page back that was assigned before; resolves with why not. */
interface Sent {
  sending: Sending;
  undo?: () => Promise<Trouble | undefined>;
}

/** Asks for a page, sends it, and shows how far it is until the sign has proved it. */
export function SetContent(props: { seen: SignSeen; isOpen: boolean; onClose(): void }) {
  const { words, client, clock } = useWallTools();
  const said = words.sign.content;
  const sign = () => props.seen.sign();
  const zone = props.seen.event.timeZone;
  const [url, setUrl] = createSignal('');
  const [isLasting, setLasting] = createSignal(true);
  const [until, setUntil] = createSignal('');
  /** The sign as it was when somebody was asked; its page is the one that they replace. */
  const [opened, setOpened] = createSignal(sign());
  /** Whether who emptied the field was told what it comes to. */
  const [asksEmpty, setAsksEmpty] = createSignal(false);
  const [sent, setSent] = createSignal<Sent>();
  /** Back to what was typed, as the record is by now. */
  function begin(): void {
    setSent();
    setAsksEmpty(false);
    setOpened(sign());
  }
  const [form, setForm] = createSignal<HTMLFormElement>();
  /** The form stands where the steps were, and so does the focus. */
  function change(): void {
    begin();
    form()?.querySelector<HTMLInputElement>('[name=url]')?.focus();
  }
  createEffect(
    on(
      () => props.isOpen,
      (isOpen) => {
        if (!isOpen) return;
        submission.reset();
        begin();
        setUrl(sign().url ?? '');
        setLasting(true);
        setUntil(wallTimeOf(clock.now() + HOUR_MS, zone));
      },
    ),
  );

  async function assign(page: string | null): Promise<Set> {
    const { id, url: before, name, version: from } = opened();
    const params = { id };
    const answer = await asked(client.call('PATCH /api/signs/:id', { params, body: { url: page }, ifMatch: from }));
    if (!answer.ok) {
      const { body } = answer;
      if (body?.code !== 'precondition_failed' || !body.current) return { ok: false, why: body };
      // Somebody was quicker. Another page of theirs is asked about; what else they changed, this leaves as it is.
      props.seen.take(body.current);
      setOpened(body.current);
      return body.current.url === before ? await assign(page) : { ok: false, why: body };
    }
    props.seen.take(answer.body);
    const { version, url: taken, updatedAt } = answer.body;
    const undo = async (): Promise<Trouble | undefined> => {
      const undone = await asked(
        client.call('PATCH /api/signs/:id', { params, body: { url: before }, ifMatch: version }),
      );
      if (!undone.ok) return undone.body;
      props.seen.take(undone.body);
      return undefined;
    };
    showUndoToast(words, said.done(name), undo, `page ${id}`);
    // As the service writes it: that is how the sign names it.
    return { ok: true, sending: { url: taken, atMs: Date.parse(updatedAt), commandId: null }, undo };
  }
  async function showUntil(page: string): Promise<Set> {
    const at = instantOf(until(), zone);
    const args = { url: page, ...(at !== null && { until: new Date(at).toISOString() }) };
    const body: CommandRequest = { command: 'display_content', args };
    const answer = await asked(client.call('POST /api/signs/:id/commands', { params: { id: sign().id }, body }));
    if (!answer.ok) return { ok: false, why: answer.body };
    return { ok: true, sending: { url: page, atMs: clock.now(), commandId: answer.body.commandId } };
  }
  const submission = createSubmission(async () => {
    const page = withScheme(url()) || null;
    if (page === null && opened().url !== null && !asksEmpty()) return void setAsksEmpty(true);
    const set = page === null || isLasting() ? await assign(page) : await showUntil(page);
    if (!set.ok) return set.why;
    props.seen.now.want();
    setSent(set);
    return undefined;
  });
  clearOfflineError(() => props.seen.live.feed().step.is === 'live', submission);
  const sayWrong = (message: string | undefined, label: string) =>
    message === undefined ? undefined : fieldErrorText(words, message, label);
  const urlError = () => {
    const why = submission.trouble();
    const told = why?.code === 'invalid_url' ? why.detail : undefined;
    return sayWrong(told ?? submission.error('/url') ?? submission.error('/args/url'), said.url);
  };
  /** What wins over a page for good, now. */
  const wins = () => {
    const { source } = sign().shown;
    return source === 'schedule'
      ? said.schedule
      : sign().shown.source === 'manual' && sign().shown.until !== null
        ? said.override
        : undefined;
  };
  return (
    <Dialog isOpen={props.isOpen} onClose={() => props.onClose()} title={said.title} isWide>
      <Show when={sent()} keyed>
        {(one) => <ContentProgress seen={props.seen} {...one} onChange={change} onClose={() => props.onClose()} />}
      </Show>
      <Show when={!sent()}>
        <form ref={setForm} class="mt-3" onSubmit={(event) => void submission.submit(event)}>
          <Field
            label={said.url}
            name="url"
            inputmode="url"
            placeholder="https://"
            autocomplete="off"
            hint={said.urlHint}
            value={url()}
            onInput={(event) => (setUrl(event.currentTarget.value), setAsksEmpty(false))}
            error={urlError()}
          />
          <fieldset class="mb-3.5">
            <legend class="mb-1.5 font-[560]">{said.long}</legend>
            <label class="flex min-h-8 items-center gap-2 max-[700px]:min-h-12">
              <input type="radio" name="long" checked={isLasting()} onChange={() => setLasting(true)} />
              {said.forGood}
            </label>
            <label class="flex min-h-8 items-center gap-2 max-[700px]:min-h-12">
              <input type="radio" name="long" checked={!isLasting()} onChange={() => setLasting(false)} />
              {said.untilTime}
            </label>
          </fieldset>
          <Show when={!isLasting()}>
            <Field
              label={said.untilLabel}
              name="until"
              type="datetime-local"
              required
              hint={zone}
              keepsHint
              value={until()}
              onInput={(event) => setUntil(event.currentTarget.value)}
              error={sayWrong(submission.error('/args/until'), said.untilLabel)}
            />
          </Show>
          <Show when={isLasting() && wins()}>
            {(why) => (
              <p class="flex flex-wrap items-center gap-2 text-caution">
                {why()} <EndOverride seen={props.seen} />
              </p>
            )}
          </Show>
          <Show when={asksEmpty()}>
            <Message is="wrong">{said.takesAway(opened().url!)}</Message>
          </Show>
          <Show
            when={submission.trouble()?.code !== 'precondition_failed'}
            fallback={<Message is="wrong">{said.overtaken(opened().url)}</Message>}
          >
            <Show when={urlError() === undefined}>
              <FormTrouble of={submission} />
            </Show>
          </Show>
          <Actions>
            <Button onClick={() => props.onClose()}>{said.cancel}</Button>
            <Button kind="primary" type="submit" aria-disabled={submission.isBusy()}>
              {said.send}
            </Button>
          </Actions>
        </form>
      </Show>
    </Dialog>
  );
}
