import { children, type JSX } from 'solid-js';

/** A place where nothing stands yet, or not now: says what will, or what still holds, and what to do. `mark` stands before the words. */
export function Empty(props: { title: string; lead: JSX.Element; mark?: JSX.Element; children?: JSX.Element }) {
  // Each look at the property would make the buttons once more.
  const deeds = children(() => props.children);
  return (
    <div class="flex items-center gap-4">
      {props.mark}
      <div class="min-w-0">
        <h2 class="text-24 wrap-anywhere leading-[1.15] font-[640] tracking-[-0.01em] font-stretch-[104%]">
          {props.title}
        </h2>
        <p
          class="mt-1.5 max-w-[calc(520rem/16)] wrap-anywhere text-[calc(14rem/16)] leading-normal text-ink-2"
          classList={{ 'mb-4': deeds.toArray().length > 0 }}
        >
          {props.lead}
        </p>
        <div class="flex flex-wrap gap-2">{deeds()}</div>
      </div>
    </div>
  );
}
