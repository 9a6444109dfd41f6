import { createSignal, onCleanup, onMount, type Accessor } from 'solid-js';
import type { Size } from './map-layout.ts';

/** Where the drawings change to their phone's layout: 700 px of usual text. */
const PHONE = '(max-width: 43.75em)';

/** Whether the window has a phone's width. */
export function createPhone(): Accessor<boolean> {
  const phone = matchMedia(PHONE);
  const [is, set] = createSignal(phone.matches);
  const look = (): void => void set(phone.matches);
  phone.addEventListener('change', look);
  onCleanup(() => phone.removeEventListener('change', look));
  return is;
}

/** One rem in px: text that a person makes larger has larger rows. */
export function createRem(): Accessor<number> {
  const now = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize);
  const [rem, set] = createSignal(now());
  const one = document.createElement('div');
  one.className = 'invisible absolute top-0 size-[1rem]';
  one.ariaHidden = 'true';
  const watch = new ResizeObserver(() => set(now()));
  onMount(() => {
    document.body.append(one);
    watch.observe(one);
  });
  onCleanup(() => {
    watch.disconnect();
    one.remove();
  });
  return rem;
}

type Measured = Accessor<HTMLElement | undefined>;

function createMeasured(element: Measured, read: (box: HTMLElement) => Size): Accessor<Size> {
  const [size, set] = createSignal<Size>(
    { width: 0, height: 0 },
    { equals: (a, b) => a.width === b.width && a.height === b.height },
  );
  onMount(() => {
    const box = element()!;
    const measure = () => set(read(box));
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    measure();
    onCleanup(() => watch.disconnect());
  });
  return size;
}

/** The size of an element within its border and scroll bars, in px. */
export const createSize = (element: Measured): Accessor<Size> =>
  createMeasured(element, ({ clientWidth, clientHeight }) => ({ width: clientWidth, height: clientHeight }));

/** The size of an element with its border, in px. */
export const createOuterSize = (element: Measured): Accessor<Size> =>
  createMeasured(element, ({ offsetWidth, offsetHeight }) => ({ width: offsetWidth, height: offsetHeight }));
