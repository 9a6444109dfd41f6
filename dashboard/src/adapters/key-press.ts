/** Where keys are typed, or walk something of their own. */
const TAKERS = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]';

/** What the space bar presses while it has the focus. */
const PRESSED = 'button, summary, a[href], [role=button]';

const isWithin = ({ target }: KeyboardEvent, selector: string): boolean =>
  (target as Element | null)?.closest?.(selector) != null;

/** What the registry of keys needs to know of the browser's event. */
export const pressOf = (event: KeyboardEvent) => ({
  key: event.key,
  hasShift: event.shiftKey,
  hasModifier: event.ctrlKey || event.altKey || event.metaKey,
  isTaken:
    event.defaultPrevented ||
    event.isComposing ||
    isWithin(event, TAKERS) ||
    (event.key === ' ' && isWithin(event, PRESSED)),
});
