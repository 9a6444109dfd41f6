import type { JSX } from 'solid-js';
import { createRefusal } from '../features/focusable-disabled-button.tsx';
import { useWallTools } from '../wall-context.ts';
import type { Viewport } from './create-viewport.ts';

/** How much nearer one press of a key or button goes. */
export const ZOOM_STEP = 1.5;

/** For who has no wheel and no keys: nearer, further, everything. */
export function ZoomButtons(props: { sight: Viewport }) {
  const { words } = useWallTools();
  const Step = (step: {
    said: string;
    title?: string;
    isOutward?: boolean;
    onPress(): void;
    children: JSX.Element;
  }) => {
    const whyNot = () => (step.isOutward && props.sight.isWhole() ? words.map.isWhole : undefined);
    return (
      <button
        type="button"
        class="h-[calc(1rem+12px)] px-1.5 text-12 font-[560] text-ink-2 not-first:border-s not-first:border-line aria-disabled:opacity-45 max-[700px]:h-12 max-[700px]:px-4"
        aria-label={step.said}
        {...createRefusal(whyNot, () => step.onPress())}
        title={whyNot() ?? step.title}
      >
        {step.children}
      </button>
    );
  };
  return (
    <div
      role="group"
      aria-label={words.map.zoom}
      class="flex overflow-hidden rounded-control border border-line-strong bg-surface"
    >
      <Step said={words.map.zoomOut} isOutward onPress={() => props.sight.zoom(1 / ZOOM_STEP)}>
        −
      </Step>
      <Step said={words.map.fit} title={words.map.zoomAll} isOutward onPress={() => props.sight.showAll()}>
        {words.map.fit}
      </Step>
      <Step said={words.map.zoomIn} onPress={() => props.sight.zoom(ZOOM_STEP)}>
        +
      </Step>
    </div>
  );
}
