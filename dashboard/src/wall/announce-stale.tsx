import { Show } from 'solid-js';
import { useWallTools } from '../wall-context.ts';

/** That signs are as they were, for who hears the page; their marks are hollow then (`data-old`). */
export function AnnounceStale(props: { id: string; since: number | null; timeZone: string }) {
  const { words, times } = useWallTools();
  return (
    <Show when={props.since !== null && { atMs: props.since }}>
      {(is) => (
        <p id={props.id} class="sr-only">
          {words.live.since(times.said(is().atMs, 'seconds', props.timeZone))}
        </p>
      )}
    </Show>
  );
}
