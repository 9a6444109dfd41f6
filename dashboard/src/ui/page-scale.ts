import { scaleFor } from './scale-for-window.ts';

/** How many times as large the page is in this window. */
export const pageScale = (): number => scaleFor(innerWidth, innerHeight);

/** Keeps the page as large as its window asks for (`styles/main.css`). */
export function keepPageScale(): void {
  const set = (): void => document.documentElement.style.setProperty('--page-scale', String(pageScale()));
  addEventListener('resize', set);
  set();
}
