import type { Member } from '@sign-display/contracts/rest/organizations';
import { createSignal, Show, type JSX } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { errorText } from '../../features/error-text.ts';
import { RefusableButton } from '../../features/focusable-disabled-button.tsx';
import { FormTrouble } from '../../features/create-form.tsx';
import { mayManagePeople } from '../../features/shell/permissions.ts';
import { createSubmission } from '../../features/submission.ts';
import { spanOf } from '../../times/event-phase.ts';
import { Confirm } from '../../ui/confirm.tsx';
import type { MarkName } from '../../ui/sign-marks-and-severity.ts';
import { Mark } from '../../ui/status-mark.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { Avatar } from './avatar.tsx';
import type { Invite } from './create-invite.ts';
import type { People } from './create-people.ts';
import { invitationStateOf, whyNotChange, type InvitationState } from './people-list.ts';
import { RoleMenu } from './role-menu.tsx';
import { seenText } from './seen-text.ts';

const LOOKS: Record<InvitationState, { mark: MarkName; colour: string }> = {
  failed: { mark: 'failed', colour: 'text-alarm font-[620]' },
  retrying: { mark: 'failed', colour: 'text-alarm font-[620]' },
  sending: { mark: 'queued', colour: 'text-ink-2' },
  expired: { mark: 'expired', colour: 'text-caution font-[620]' },
  waiting: { mark: 'sent', colour: 'text-note' },
  'by-link': { mark: 'sent', colour: 'text-note' },
};

const COLUMNS =
  'grid items-center gap-x-4 px-4 py-2.5 min-[760px]:min-h-[calc(62rem/16)] min-[760px]:grid-cols-[minmax(0,1fr)_calc(126rem/16)_calc(150rem/16)_calc(222rem/16)] max-[759px]:grid-cols-[auto_minmax(0,1fr)] max-[759px]:gap-y-2';

/** The state of an invitation's mail, and what to do: correct the address, invite again, withdraw. */
export function InvitationRow(props: {
  people: People;
  invite: Invite;
  invitation: Member;
  nowMs: number;
  onCorrect(invitation: Member): void;
}) {
  const { words, times } = useAdminTools();
  const said = words.people.invited;
  const email = () => props.invitation.email;
  const state = () => invitationStateOf(props.invitation, props.nowMs);
  const own = () => props.people.organization().role;
  const whyNot = () => {
    const why = whyNotChange(own(), props.invitation, props.people.counts().owner);
    return why === null ? undefined : words.people.change[why];
  };
  const [isAsking, setAsking] = createSignal(false);
  const again = createSubmission(async () => {
    const why = await props.invite.send(email(), props.invitation.role);
    if (why !== undefined) showToast(errorText(words, why), words.shell.toasts);
    return undefined;
  });
  const withdrawing = createSubmission(async () => {
    const gone = email();
    const why = await props.invite.withdraw(props.invitation);
    if (why !== undefined) return why;
    showToast(said.withdrawn(gone), words.shell.toasts);
    return undefined;
  });
  const label = (): string => {
    const is = state();
    if (is !== 'waiting') return said.states[is];
    const { count, unit } = spanOf(Date.parse(props.invitation.invitationExpiresAt!) - props.nowMs);
    return said.waiting(words.common.span(count, unit));
  };
  /** When and by whom, then what became of the mail. */
  const story = (): string => {
    const { since, invitedBy, invitationMailReason, attempts, nextAttemptAt } = props.invitation;
    const when = said.by(seenText(words, times, since, props.nowMs), invitedBy?.name);
    const reason = invitationMailReason === null ? [] : [invitationMailReason.replace(/[^.]$/, '$&.')];
    const tried = attempts ? [said.tried(attempts)] : [];
    const next = nextAttemptAt ? [said.again(times.said(Date.parse(nextAttemptAt), 'time'))] : [];
    const of: Record<InvitationState, string[]> = {
      failed: [...reason, ...tried],
      retrying: [...reason, ...next],
      sending: [when],
      expired: [when],
      waiting: [when, said.accepted],
      'by-link': [when, said.noMail],
    };
    return of[state()].join(' ');
  };
  const act = (text: string, run: () => void, isBusy = false): JSX.Element => (
    <RefusableButton aria-label={said.of(text, email())} whyNot={whyNot()} isBusy={isBusy} onClick={run}>
      {text}
    </RefusableButton>
  );
  const first = (): JSX.Element => {
    switch (state()) {
      case 'failed':
      case 'retrying':
        return act(said.correct, () => props.onCorrect(props.invitation));
      case 'expired':
        return act(said.sendAgain, () => void again.submit(), again.isBusy());
      case 'by-link':
        return act(said.newLink, () => void again.submit(), again.isBusy());
      default:
        return undefined;
    }
  };
  return (
    <li class={`${COLUMNS} border-b border-line`}>
      <span class="flex min-w-0 items-center gap-2.5 max-[759px]:col-span-2">
        <Avatar name={null} email={email()} isInvited />
        <span class="min-w-0">
          <b class="block truncate font-[580] max-[700px]:text-15" title={email()}>
            {email()}
          </b>
          <small class="block text-12 leading-[1.35] wrap-anywhere text-ink-3">{story()}</small>
        </span>
      </span>
      <span>
        <RoleMenu people={props.people} person={props.invitation} />
      </span>
      <span class={`inline-flex items-center gap-1.5 ${LOOKS[state()].colour}`}>
        <Mark is={LOOKS[state()].mark} size={13} />
        {label()}
      </span>
      <span class="flex flex-wrap gap-2 max-[759px]:col-span-2 min-[760px]:justify-end">
        <Show when={mayManagePeople(own())}>
          {first()}
          {act(said.withdraw, () => setAsking(true))}
        </Show>
      </span>
      <Confirm
        isOpen={isAsking()}
        title={said.withdrawTitle(email())}
        text={said.withdrawText}
        safe={said.keep}
        action={said.withdraw}
        isBusy={withdrawing.isBusy()}
        onSafe={() => setAsking(false)}
        onAction={() => void withdrawing.submit()}
      >
        <FormTrouble of={withdrawing} />
      </Confirm>
    </li>
  );
}
