import { createSignal, onCleanup, type Accessor } from 'solid-js';

export interface WindowSize {
  width: number;
  height: number;
}

/** The size of the window in CSS pixels, as a signal. */
export function createWindowSize(): Accessor<WindowSize> {
  const read = (): WindowSize => ({ width: innerWidth, height: innerHeight });
  const [size, setSize] = createSignal(read());
  const resized = (): void => void setSize(read());
  addEventListener('resize', resized);
  onCleanup(() => removeEventListener('resize', resized));
  return size;
}
