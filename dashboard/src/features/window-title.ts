import { createEffect } from 'solid-js';
import { useTools } from '../app-context.ts';

/** The window's title: the page's own, then the product's. */
export function useTitle(title: () => string): void {
  const { words } = useTools();
  createEffect(() => {
    document.title = `${title()} · ${words.common.product}`;
  });
}
