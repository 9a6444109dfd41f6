import { qrPathOf } from '@sign-display/contracts/qr-svg-path';
import { encodeQR } from 'qr';
import { createMemo } from 'solid-js';

/** A QR code with the light border that a reader needs, dark on light in both themes. `said`: for who can't see it. */
export function Qr(props: { text: string; said: string }) {
  const modules = createMemo(() => encodeQR(props.text, 'raw', { ecc: 'medium', border: 4 }));
  const side = () => modules().length;
  return (
    <svg
      class="mx-auto block aspect-square w-full max-w-[300px]"
      viewBox={`0 0 ${side()} ${side()}`}
      shape-rendering="crispEdges"
      role="img"
      aria-label={props.said}
    >
      <path d={`M0 0h${side()}v${side()}H0z`} fill="#fff" />
      <path d={qrPathOf(modules())} fill="#000" />
    </svg>
  );
}
