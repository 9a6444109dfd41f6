import type { Words } from '../../words/words.ts';
import { initialsOf } from '../../ui/initials.ts';

export interface Person {
  name: string;
  email: string;
}

export const personLabel = (words: Words['shell'], { name, email }: Person): string => words.menu(name || email);

export const PERSON_BUTTON = 'grid h-[calc(1.5rem+24px)] place-items-center max-[700px]:w-[calc(1.5rem+24px)]';

/** The content of the button that opens the person's menu. */
export const PersonInitials = (props: { person: Person }) => (
  <span
    aria-hidden="true"
    class="grid size-[calc(26rem/16)] place-items-center rounded-full border border-line-strong text-11 font-[600]"
  >
    {initialsOf(props.person.name, props.person.email)}
  </span>
);
