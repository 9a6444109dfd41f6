import type { Clock } from '@sign-display/contracts/clock-and-random';
import { onCleanup, type JSX } from 'solid-js';
import type { KioskBridge } from '../bridge.ts';
import type { ReleaseOverlay } from '../model.ts';
import { TypedLine } from '../parts/typed-line.tsx';
import { useWords } from '../parts/use-words.ts';

/** Six characters, with room for spaces and hyphens between them. */
const CODE_MOST = 16;
/** Who went away without a key for so long has left the sign to itself. */
const PATIENCE_MS = 60_000;

/** Asks whoever stands at the sign for its code, and says first what a release does (K13). */
export function Release(props: { overlay: ReleaseOverlay; bridge: KioskBridge; clock: Clock }): JSX.Element {
  const { RELEASE } = useWords();
  const keep = (): void => props.bridge.releaseCancelled();
  let cancel = props.clock.after(PATIENCE_MS, keep);
  const wait = (): void => {
    cancel();
    cancel = props.clock.after(PATIENCE_MS, keep);
  };
  onCleanup(() => cancel());
  return (
    <div class="message">
      <p class="over">{RELEASE.over}</p>
      <h1 class="large">{RELEASE.title}</h1>
      <TypedLine
        label={RELEASE.label}
        initial=""
        most={CODE_MOST}
        onEnter={(text) => text.trim() !== '' && props.bridge.releaseTyped(text)}
        onEscape={keep}
        onKey={wait}
      />
      <p class="below" classList={{ bad: props.overlay.problem !== null }} role="status">
        {props.overlay.problem === null ? RELEASE.below : RELEASE.wrong}
      </p>
      <p class="below">{RELEASE.keep}</p>
    </div>
  );
}
