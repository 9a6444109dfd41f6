import type { JSX } from 'solid-js';
import { TYPED_MOST } from '../bridge.ts';
import type { FirstStartFace } from '../model.ts';
import { TypedLine } from '../parts/typed-line.tsx';
import { useWords } from '../parts/use-words.ts';

/** Asks for the server's address. What was typed stays there while it is tried, and to be mended. */
export function FirstStart(props: { face: FirstStartFace; submit(text: string): void }): JSX.Element {
  const { FIRST_START } = useWords();
  const below = () => FIRST_START.below(props.face);
  const enter = (text: string): void => {
    if (!props.face.checking && text.trim() !== '') props.submit(text);
  };
  return (
    <div class="message">
      <p class="over">{FIRST_START.over}</p>
      <h1 class="large">{FIRST_START.title}</h1>
      <TypedLine label={FIRST_START.label} initial="https://" most={TYPED_MOST} onEnter={enter} />
      <p class="below" classList={{ bad: below().isProblem }} role="status">
        {below().text}
      </p>
    </div>
  );
}
