import { pathOf } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { Show } from 'solid-js';
import { asked } from '../api/session.ts';
import type { Seen } from '../event/event-page-frame.tsx';
import { RefusableButton } from '../features/focusable-disabled-button.tsx';
import { createSubmission } from '../features/submission.ts';
import { errorText } from '../features/error-text.ts';
import { useWallTools } from '../wall-context.ts';
import { buttonLook } from '../ui/button.tsx';
import { showToast } from '../ui/toasts.tsx';
import type { AcknowledgementState } from './create-acknowledgement.ts';

/** The most signs that fit into a URL. */
const SELECTED_MOST = 32;

/** Says it with the note that is typed. */
export const AcknowledgeNow = (props: { of: AcknowledgementState }) => {
  const { words } = useWallTools();
  const said = words.outages.one;
  return (
    <RefusableButton
      kind="primary"
      whyNot={props.of.may() ? undefined : said.onlyOperators}
      isBusy={props.of.saying.isBusy()}
      onClick={() => props.of.say()}
    >
      {said.acknowledge}
      <kbd class="rounded-[3px] border border-current px-1 font-mono text-11 leading-4 font-[500] max-[1100px]:hidden">
        A
      </kbd>
    </RefusableButton>
  );
};

/** Shows the actions on an outage: choose its signs on the wall, refresh them, or acknowledge the outage. */
export function OutageActions(props: { seen: Seen; ids: readonly string[]; of: AcknowledgementState }) {
  const { words, client } = useWallTools();
  const said = words.outages.one;
  const refreshing = createSubmission(async () => {
    const { organizationId } = props.seen.event;
    const body = { organizationId, target: { signIds: [...props.ids] }, action: { command: 'refresh' as const } };
    const answer = await asked(client.call('POST /api/signs/bulk', { body }));
    const text = answer.ok ? said.refreshed(answer.body.accepted) : errorText(words, answer.body);
    showToast(text, words.shell.toasts);
    return undefined;
  });
  const why = () => (props.of.may() ? undefined : words.sign.commands.onlyOperators);
  const wall = () => `${pathOf('wall', { eventId: props.seen.event.id })}?select=${props.ids.join('.')}`;
  return (
    <>
      <Show when={props.ids.length > 0 && props.ids.length <= SELECTED_MOST}>
        <A href={wall()} class={buttonLook({})}>
          {said.select(props.ids.length)}
        </A>
      </Show>
      <Show when={props.ids.length > 0}>
        <RefusableButton whyNot={why()} isBusy={refreshing.isBusy()} onClick={() => void refreshing.submit()}>
          {said.refresh(props.ids.length)}
        </RefusableButton>
      </Show>
      <Show when={props.of.isAsked()}>
        <span class="max-[700px]:hidden">
          <AcknowledgeNow of={props.of} />
        </span>
      </Show>
    </>
  );
}
