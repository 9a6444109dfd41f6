import { createSignal, Show, type Accessor } from 'solid-js';
import { asked, type Trouble } from '../api/session.ts';
import { useTools } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/result-message.tsx';
import { errorText } from './error-text.ts';

interface Part<Item> {
  items: readonly Item[];
  nextCursor: string | null;
}

interface PagedList<Item> {
  /** The rows read so far; undefined before the first answer. */
  items: Accessor<readonly Item[] | undefined>;
  /** Where the next part begins; null at the end. */
  nextCursor: Accessor<string | null>;
  trouble: Accessor<{ why: Trouble } | undefined>;
  setTrouble(trouble?: { why: Trouble }): void;
  /** Reads the first part, or the one at `cursor`. An answer that comes after a newer read began is dropped. */
  read(cursor?: string): Promise<void>;
  remove(item: Item): void;
}

/** The rows of a route that answers in parts. `ask`: requests the part at `cursor`. */
export function createPagedList<Item>(
  ask: (cursor?: string) => Promise<{ ok: true; body: Part<Item> } | { ok: false; body: Trouble }>,
): PagedList<Item> {
  const [known, setKnown] = createSignal<Part<Item>>();
  const [trouble, setTrouble] = createSignal<{ why: Trouble }>();
  let reads = 0;
  return {
    items: () => known()?.items,
    nextCursor: () => known()?.nextCursor ?? null,
    trouble,
    setTrouble,
    async read(cursor) {
      const own = (reads += 1);
      setTrouble();
      const answer = await asked(ask(cursor));
      // Only the last read counts: an earlier answer may have other filters, or the same rows once more.
      if (own !== reads) return;
      if (!answer.ok) return void setTrouble({ why: answer.body });
      const { items, nextCursor } = answer.body;
      setKnown((before) => ({ items: [...(cursor === undefined ? [] : (before?.items ?? [])), ...items], nextCursor }));
    },
    remove: (item) => setKnown((before) => before && { ...before, items: before.items.filter((one) => one !== item) }),
  };
}

/** Below the rows: the button for more of them, and why they could not be read. */
export function PagedListEnd<Item>(props: { list: PagedList<Item>; more: string }) {
  const { words } = useTools();
  return (
    <>
      <Show when={props.list.nextCursor()}>
        {(cursor) => (
          <p class="mt-2">
            <Button onClick={() => void props.list.read(cursor())}>{props.more}</Button>
          </p>
        )}
      </Show>
      <Show when={props.list.trouble()}>
        {(failed) => (
          <>
            <Message is="wrong">{errorText(words, failed().why)}</Message>
            <Show when={!props.list.items()}>
              <p class="mt-3">
                <Button onClick={() => void props.list.read()}>{words.trouble.tryAgain}</Button>
              </p>
            </Show>
          </>
        )}
      </Show>
    </>
  );
}
