import type { JSX } from 'solid-js';

/** A shape on a button, as drawn, in a square of 16. `size` in px. */
const Glyph = (props: { size: number; children: JSX.Element }) => (
  <svg
    class="inline-block flex-none"
    width={props.size}
    height={props.size}
    viewBox="0 0 16 16"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
  >
    {props.children}
  </svg>
);

export const BackGlyph = () => (
  <Glyph size={22}>
    <path d="M9.8 3.4 5.2 8l4.6 4.6" stroke-width="1.7" />
  </Glyph>
);
const KeysGlyph = () => (
  <Glyph size={20}>
    <path d="M2.5 4.5h11v7h-11zM5 7h.1M8 7h.1M11 7h.1M5.5 9.4h5" stroke-width="1.3" stroke-linecap="round" />
  </Glyph>
);
const TorchGlyph = () => (
  <Glyph size={22}>
    <path d="M8.8 1.6 4 9h3.4l-.8 5.4L12 6.8H8.4Z" fill="currentColor" stroke="none" />
  </Glyph>
);
const PhotoGlyph = () => (
  <Glyph size={20}>
    <path d="M2 4.8h3.2l1-1.6h3.6l1 1.6H14v8H2z" stroke-width="1.3" />
    <circle cx="8" cy="8.6" r="2.3" stroke-width="1.3" />
  </Glyph>
);

export const GLYPHS = { key: KeysGlyph, torch: TorchGlyph, photo: PhotoGlyph };
