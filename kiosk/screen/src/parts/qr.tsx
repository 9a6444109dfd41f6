import { qrPathOf } from '@sign-display/contracts/qr-svg-path';
import { encodeQR } from 'qr';
import { createMemo, Show, type JSX } from 'solid-js';
import { strikePattern } from '../decisions/fake-qr-pattern.ts';
import { useWords } from './use-words.ts';

/** The light border that a reader needs, in modules. */
const QUIET = 4;

/** The plate with the sign's QR; struck out and encoding nothing where `text` is null. */
export function QrPlate(props: { text: string | null }): JSX.Element {
  const { CODE } = useWords();
  const modules = createMemo(() =>
    props.text === null ? strikePattern(QUIET) : encodeQR(props.text, 'raw', { ecc: 'medium', border: QUIET }),
  );
  const box = () => `0 0 ${modules().length} ${modules().length}`;
  return (
    <div class="plate">
      <svg
        viewBox={box()}
        shape-rendering="crispEdges"
        role="img"
        aria-label={props.text === null ? CODE.noQr : CODE.qr}
      >
        <path d={qrPathOf(modules())} />
      </svg>
      <Show when={props.text === null}>
        <div class="strike">{CODE.strike}</div>
      </Show>
    </div>
  );
}
