import { children, type JSX } from 'solid-js';
import { Dynamic } from 'solid-js/web';

export interface EmptyProps {
  title: string;
  lead: JSX.Element;
  /** Where it is all that its page has: then its title is the page's heading. */
  isHeading?: boolean;
  /** Stands before the words. */
  mark?: JSX.Element;
  children?: JSX.Element;
}

/** A place where nothing stands yet, or not now: says what will, or what still holds, and what to do. */
export function Empty(props: EmptyProps) {
  // Each look at the property would make the buttons once more.
  const wallActions = children(() => props.children);
  return (
    <div class="flex items-center gap-4">
      {props.mark}
      <div class="min-w-0">
        <Dynamic
          component={props.isHeading ? 'h1' : 'h2'}
          class="text-24 wrap-anywhere leading-[1.15] font-[640] tracking-[-0.01em] font-stretch-[104%]"
        >
          {props.title}
        </Dynamic>
        <p
          class="mt-1.5 max-w-[calc(520rem/16)] wrap-anywhere text-[calc(14rem/16)] leading-normal text-ink-2"
          classList={{ 'mb-4': wallActions.toArray().length > 0 }}
        >
          {props.lead}
        </p>
        <div class="flex flex-wrap gap-2">{wallActions()}</div>
      </div>
    </div>
  );
}
