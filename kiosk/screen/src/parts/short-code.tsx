import type { JSX } from 'solid-js';
import { codeInGroups } from '../decisions/text-fit.ts';

/** The six characters in two groups, as they are read aloud. `class`: how large. */
export const ShortCode = (props: { code: string; class: string; dark?: boolean }): JSX.Element => (
  <div class={props.class} classList={{ dark: props.dark ?? false }} dir="ltr">
    <span>{codeInGroups(props.code)[0]}</span>
    <span>{codeInGroups(props.code)[1]}</span>
  </div>
);
