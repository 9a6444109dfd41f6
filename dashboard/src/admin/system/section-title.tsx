/** Shows the title of a section and a hint about its content. */
export const SectionTitle = (props: { title: string; hint?: string | undefined }) => (
  <h2 class="mb-2 flex flex-wrap items-baseline gap-x-2 font-[620]">
    {props.title}
    <span class="text-12 font-[420] text-ink-3 empty:hidden">{props.hint}</span>
  </h2>
);
