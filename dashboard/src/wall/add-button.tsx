import { Icon } from '../ui/icon.tsx';
import { useWallTools } from '../wall-context.ts';

/** The + of the strip. It opens the three ways to add a sign. */
export function AddButton(props: { onAdd(): void }) {
  const { words } = useWallTools();
  return (
    <button
      type="button"
      class="grid size-7 place-items-center rounded-control border border-line-strong bg-surface hover:border-ink"
      aria-label={words.wall.add}
      title={words.wall.add}
      onClick={() => props.onAdd()}
    >
      <Icon is="plus" size={14} />
    </button>
  );
}
