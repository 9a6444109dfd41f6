import { Show } from 'solid-js';

/** Shows the sentence that answers the page's question, with a figure at its end. */
export const PageSentence = (props: {
  text: string;
  lead: string;
  isCaution?: boolean;
  figure?: string;
  figureLead?: string;
}) => (
  <div class="flex items-center gap-6 max-[700px]:block max-[700px]:py-3">
    <div class="min-w-0">
      <h1
        class="text-24 wrap-anywhere leading-[1.15] font-[640] tracking-[-0.012em] font-stretch-[104%] max-[700px]:text-[calc(22rem/16)]"
        classList={{ 'text-caution': props.isCaution === true }}
      >
        {props.text}
      </h1>
      <p class="mt-[3px] text-ink-2">{props.lead}</p>
    </div>
    <Show when={props.figure}>
      {(figure) => (
        <p class="ms-auto flex-none text-end max-[700px]:mt-2 max-[700px]:flex max-[700px]:items-baseline max-[700px]:gap-1.5">
          <b class="text-24 font-[640] font-stretch-[104%] max-[700px]:text-18">{figure()}</b>
          <span class="block text-12 text-ink-3">{props.figureLead}</span>
        </p>
      )}
    </Show>
  </div>
);
