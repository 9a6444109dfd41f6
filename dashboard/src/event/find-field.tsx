/** Where something is looked for in a list; what is typed stands in the page's address. */
export const FindField = (props: {
  said: string;
  value: string;
  field(node: HTMLInputElement): void;
  onFind(text: string | undefined): void;
}) => (
  <input
    ref={(node) => props.field(node)}
    type="search"
    aria-label={props.said}
    placeholder={props.said}
    class="h-[calc(1rem+12px)] w-[calc(190rem/16)] rounded-control border border-line-strong bg-surface px-2 max-[700px]:h-[calc(1.5rem+24px)] max-[700px]:w-full max-[700px]:px-3 max-[700px]:text-15"
    value={props.value}
    onInput={(event) => props.onFind(event.currentTarget.value || undefined)}
  />
);
