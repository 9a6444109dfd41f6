/** Where keys are typed, or walk something of their own. */
const TAKERS = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]';

/** What the registry of keys needs to know of the browser's event. */
export const pressOf = (event: KeyboardEvent) => ({
  key: event.key,
  hasModifier: event.ctrlKey || event.altKey || event.metaKey,
  isTaken: event.defaultPrevented || event.isComposing || (event.target as Element | null)?.closest?.(TAKERS) != null,
});
