import { createSignal, onCleanup, onMount, type Accessor } from 'solid-js';

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

/** What is within the padding of an element, in px. */
export function createSize(element: Accessor<HTMLElement | undefined>): Accessor<{ width: number; height: number }> {
  const [size, set] = createSignal(
    { width: 0, height: 0 },
    { equals: (a, b) => a.width === b.width && a.height === b.height },
  );
  onMount(() => {
    const box = element()!;
    const measure = () => set({ width: box.clientWidth, height: box.clientHeight });
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    measure();
    onCleanup(() => watch.disconnect());
  });
  return size;
}
