import { onCleanup, onMount } from 'solid-js';
import { useTools } from '../app-context.ts';
import type { KeyScope } from '../ui/key-registry.ts';

/** These keys hold while the component is shown. */
export function useKeys(scope: KeyScope): void {
  const { keys } = useTools();
  onMount(() => onCleanup(keys.add(scope)));
}
