import { Match, Switch, type Accessor } from 'solid-js';
import { useInboxTools } from '../inbox-context.ts';
import type { PreviewState } from './create-preview.ts';

/** Shows how many messages these settings would have brought in the last 24 hours. */
export function PreviewSentence(props: { state: Accessor<PreviewState> }) {
  const { words } = useInboxTools();
  const said = words.subscription.preview;
  const counts = () => {
    const state = props.state();
    return state.is === 'known' ? state.counts : undefined;
  };
  const isOneOf = (is: PreviewState['is']): boolean => props.state().is === is;
  return (
    <p class="mt-[18px] border-s-[3px] border-ink bg-sunk px-3.5 py-3 leading-normal" role="status">
      <Switch>
        <Match when={counts()}>
          {(known) => (
            <>
              {said.lead}{' '}
              <b class="font-[640]">
                {said.emails(known().email)}, {said.pushes(known().push)}, {said.inbox(known().inbox)}.
              </b>{' '}
              {said.limit}
            </>
          )}
        </Match>
        <Match when={isOneOf('counting')}>{said.counting}</Match>
        <Match when={isOneOf('invalid')}>{said.invalid}</Match>
        <Match when={isOneOf('failed')}>{said.failed}</Match>
      </Switch>
    </p>
  );
}
