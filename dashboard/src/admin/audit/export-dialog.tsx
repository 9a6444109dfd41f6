import type { AuditSummaryQuery } from '@sign-display/contracts/rest/audit';
import type { Problem } from '@sign-display/contracts/rest/problem';
import { createSignal, For, onCleanup, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import type { Trouble } from '../../api/session.ts';
import { errorText } from '../../features/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog, DialogText } from '../../ui/dialog.tsx';
import { Message } from '../../ui/result-message.tsx';
import { fileNameOf, readExport, save } from './download-export.ts';

const FORMATS = ['csv', 'ndjson'] as const;

/** Exports the rows that the filters select. `total`: the number of these rows; undefined until it is known. */
export function ExportDialog(props: { query: AuditSummaryQuery; total: number | undefined; onClose(): void }) {
  const { words, clock } = useAdminTools();
  const said = words.audit.export;
  const [format, setFormat] = createSignal<(typeof FORMATS)[number]>('csv');
  const [rows, setRows] = createSignal<number>();
  const [trouble, setTrouble] = createSignal<{ why: Trouble }>();
  const abort = new AbortController();
  onCleanup(() => abort.abort());
  const share = () => (props.total ? Math.min(1, (rows() ?? 0) / props.total) : undefined);

  async function run(): Promise<void> {
    setTrouble();
    setRows(0);
    try {
      const query = new URLSearchParams({ ...(props.query as Record<string, string>), format: format() });
      const response = await fetch(`/api/audit/export?${query}`, { signal: abort.signal });
      if (!response.ok) {
        setRows();
        return void setTrouble({ why: (await response.json()) as Problem });
      }
      const heads = format() === 'csv' ? 1 : 0;
      const onRows = (lines: number): void => void setRows(Math.max(0, lines - heads));
      const file = await readExport(response, { nowMs: clock.monotonicMs, onRows });
      save(file, fileNameOf(response, `audit.${format()}`), clock);
      props.onClose();
    } catch {
      setRows();
      if (!abort.signal.aborted) setTrouble({ why: null });
    }
  }
  return (
    <Dialog isOpen title={said.title} onClose={() => props.onClose()}>
      <DialogText>{said.lead(props.total)}</DialogText>
      <fieldset class="my-3 grid gap-2 min-[701px]:grid-cols-2" disabled={rows() !== undefined}>
        <legend class="sr-only">{said.format}</legend>
        <For each={FORMATS}>
          {(one) => (
            <label
              class="flex gap-2.5 rounded-control border-[1.5px] px-3 py-2.5 leading-[1.4]"
              classList={{ 'border-ink': format() === one, 'border-line-strong': format() !== one }}
            >
              <input
                type="radio"
                name="format"
                class="mt-0.5 accent-(--act)"
                checked={format() === one}
                onChange={() => setFormat(one)}
              />
              <span class="min-w-0">
                <b class="block font-[640]">{said.formats[one].name}</b>
                <small class="text-12 text-ink-2">{said.formats[one].text}</small>
              </span>
            </label>
          )}
        </For>
      </fieldset>
      <p class="text-12 text-ink-2">{said.isRow}</p>
      <Show when={rows()}>
        {(count) => (
          <div class="mt-3" role="status">
            <p class="mb-1.5">{said.progress(count(), props.total)}</p>
            <Show when={share() !== undefined}>
              <span class="block h-1.5 rounded-full bg-sunk" aria-hidden="true">
                <span class="block h-full rounded-full bg-ink" style={{ width: `${(share() ?? 0) * 100}%` }} />
              </span>
            </Show>
          </div>
        )}
      </Show>
      <Show when={trouble()}>{(failed) => <Message is="wrong">{errorText(words, failed().why)}</Message>}</Show>
      <Actions>
        <Button onClick={() => props.onClose()}>{said.cancel}</Button>
        <Button kind="primary" disabled={rows() !== undefined || props.total === 0} onClick={() => void run()}>
          {said.button(props.total)}
        </Button>
      </Actions>
    </Dialog>
  );
}
