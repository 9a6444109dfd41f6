import { Show, type JSX } from 'solid-js';
import type { UpdatingFace } from '../model.ts';
import { Track } from '../parts/progress-bar.tsx';
import { useWords } from '../parts/use-words.ts';

export const Updating = (props: { face: UpdatingFace }): JSX.Element => {
  const { UPDATING } = useWords();
  return (
    <div class="message">
      <p class="over">{UPDATING.over(props.face.version)}</p>
      <h1 class="large">{UPDATING.title}</h1>
      <Show when={props.face.percent !== null}>
        <Track share={(props.face.percent ?? 0) / 100} />
      </Show>
      <p class="below">{UPDATING.below}</p>
    </div>
  );
};
