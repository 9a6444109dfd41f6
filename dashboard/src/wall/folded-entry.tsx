import { useWallTools } from '../wall-context.ts';
import type { ShownProblem } from './frozen-causes.ts';
import { NAMES_MOST, RAIL_LINK } from './problem-list-entry.tsx';
import { namesText } from './problem-text.ts';

/** The count of the single signs after the eighth. They share no cause, so this entry has no acknowledge button. */
export function FoldedEntry(props: { folded: readonly ShownProblem[]; onSelect(ids: string[]): void }) {
  const { words } = useWallTools();
  const signs = () => props.folded.flatMap((cause) => cause.signs);
  const names = () => {
    const all = signs().map(({ name }) => name);
    return namesText(words, all.slice(0, NAMES_MOST), Math.max(0, all.length - NAMES_MOST));
  };
  return (
    <li class="relative border-b border-line px-4 pt-[9px] pb-2.5">
      <h3 class="ms-[22px] font-[600]">{words.map.wrong.folded(signs().length)}</h3>
      <p class="sr-only contain-strict">{names()}</p>
      <div class="ms-[22px] mt-1">
        <button type="button" class={RAIL_LINK} onClick={() => props.onSelect(signs().map(({ id }) => id))}>
          {words.map.wrong.select(signs().length)}
        </button>
      </div>
    </li>
  );
}
