import { createComputed, createMemo, createSignal, onCleanup, onMount, type Accessor } from 'solid-js';
import { pageScale } from '../ui/page-scale.ts';
import { drawnLines, scrollTo, type Stretch } from './visible-lines.ts';

/** Lines of one height that are drawn where they are seen: of 10,000 some thirty. Nothing moves while they come. */
export interface Lines {
  /** The numbers of those that are drawn, in their order. */
  drawn: Accessor<readonly number[]>;
  /** Whether it is known what is seen. */
  isMeasured: Accessor<boolean>;
  /** Of all together, in px. */
  height: Accessor<number>;
  topOf(line: number): number;
  /** Scrolls only where the line isn't seen. */
  show(line: number): void;
  /** How many are seen at once. */
  perPage(): number;
}

interface LinesOptions {
  count: Accessor<number>;
  /** Of one, in px. */
  lineHeight: Accessor<number>;
  /** What they stand in. */
  list: Accessor<HTMLElement | undefined>;
  /** What scrolls; null: the page. */
  scroller: Accessor<HTMLElement | undefined> | null;
  /** The line that has the focus, which is drawn wherever it is: what is not in the page has no focus. −1: none. */
  focused: Accessor<number>;
  /** In px: what covers the top of what scrolls. */
  covered?: Accessor<number>;
}

const NONE: Stretch = { from: 0, until: 0 };

export function createVisibleLines(options: LinesOptions): Lines {
  const { count, lineHeight, list, scroller, focused, covered = () => 0 } = options;
  const [stretch, setStretch] = createSignal(NONE, {
    equals: (one, other) => one.from === other.from && one.until === other.until,
  });
  /** What is seen of the list, in px from its top. */
  function seen(): { top: number; bottom: number } {
    const box = list();
    if (!box) return { top: 0, bottom: 0 };
    const within = scroller?.();
    const { top, bottom } = within?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
    const own = box.getBoundingClientRect().top;
    // The browser tells px of the window, and a large window enlarges the page.
    const scale = pageScale();
    return { top: (top - own) / scale + covered(), bottom: (bottom - own) / scale };
  }
  const measure = (): void => {
    const { top, bottom } = seen();
    setStretch(drawnLines(count(), lineHeight(), top, bottom));
  };
  onMount(() => {
    const scrolls: EventTarget = scroller?.() ?? document;
    const watch = new ResizeObserver(measure);
    watch.observe(scroller?.() ?? document.documentElement);
    scrolls.addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    onCleanup(() => {
      watch.disconnect();
      scrolls.removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    });
    createComputed(measure);
  });
  return {
    drawn: createMemo(() => {
      const { from, until } = stretch();
      const lines = Array.from({ length: Math.max(0, Math.min(until, count()) - from) }, (_, at) => from + at);
      const line = focused();
      if (line < 0 || line >= count() || (line >= from && line < until)) return lines;
      return line < from ? [line, ...lines] : [...lines, line];
    }),
    isMeasured: () => stretch().until > 0,
    height: () => count() * lineHeight(),
    topOf: (line) => line * lineHeight(),
    show(line) {
      const { top, bottom } = seen();
      const by = scrollTo(line, lineHeight(), top, bottom);
      if (by !== 0) (scroller?.() ?? document.documentElement).scrollBy({ top: by, behavior: 'instant' });
      measure();
    },
    perPage() {
      const { top, bottom } = seen();
      return Math.max(1, Math.floor((bottom - Math.max(0, top)) / lineHeight()));
    },
  };
}
