import { Icon } from '../ui/icon.tsx';
import { useWallTools } from '../wall-tools.ts';

/** Opens the form in which a sign is prepared; as narrow as the strip needs it. */
export function PrepareButton(props: { onPrepare(): void }) {
  const { words } = useWallTools();
  return (
    <button
      type="button"
      class="grid size-7 place-items-center rounded-control border border-line-strong bg-surface hover:border-ink"
      aria-label={words.wall.prepare.title}
      title={words.wall.prepare.title}
      onClick={() => props.onPrepare()}
    >
      <Icon is="plus" size={14} />
    </button>
  );
}
