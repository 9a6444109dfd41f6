import { initialsOf } from '../../ui/initials.ts';

/** The initials of a person; dashed and without initials for one who is invited. */
export const Avatar = (props: { name: string | null; email: string; isInvited?: boolean }) => (
  <span
    aria-hidden="true"
    class="grid size-[calc(28rem/16)] flex-none place-items-center rounded-full border border-line-strong text-11 font-[600]"
    classList={{ 'border-dashed': props.isInvited }}
  >
    {props.isInvited ? '?' : initialsOf(props.name ?? '', props.email)}
  </span>
);
