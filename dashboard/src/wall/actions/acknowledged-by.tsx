import { pathOf } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { Show } from 'solid-js';
import { useWallTools } from '../../wall-context.ts';
import type { Problem } from '../find-problems.ts';
import { createRefusal } from '../../features/focusable-disabled-button.tsx';
import { useWallActions } from './wall-actions.tsx';
import { firstOf, outagesOf, notifiedOf } from './outages-by-sign.ts';
import { notifiedText } from './notified-text.ts';

const LINK =
  'text-12 font-[580] underline decoration-ink-3 underline-offset-2 aria-disabled:opacity-45 max-[700px]:min-h-12 max-[700px]:leading-[3rem]';

const useOutages = (wrong: () => Problem) => {
  const wallActions = useWallActions();
  const ids = () => wrong().signs.map(({ id }) => id);
  return { wallActions, ids, outages: () => outagesOf(wallActions.outages(), ids()) };
};

/** Who was told of a cause, who is at it since when, and their note. */
export function AcknowledgedBy(props: { wrong: Problem; timeZone: string }) {
  const { words, times } = useWallTools();
  const { wallActions, outages } = useOutages(() => props.wrong);
  const said = (ms: number) => times.said(ms, 'seconds', props.timeZone);
  const told = () => notifiedOf(outages());
  return (
    <>
      <Show when={told()}>
        {(is) => (
          <span> {notifiedText(words, is().channels, said(is().atMs), wallActions.seen.me.mail.configured)}</span>
        )}
      </Show>
      <Show when={props.wrong.acknowledged}>
        {(word) => (
          <span class="mt-1 block border-s-2 border-ink ps-2 text-ink">
            {words.wallActions.atIt(word().by.name, said(Date.parse(word().at)))}
            <Show when={word().note}>{(note) => <> {words.outages.quote(note())}</>}</Show>
          </span>
        )}
      </Show>
    </>
  );
}

/** What can be done about a cause: its outage, and the word that somebody is at it. */
export function CauseActions(props: { wrong: Problem }) {
  const { words } = useWallTools();
  const { wallActions, ids, outages } = useOutages(() => props.wrong);
  const { one: said } = words.outages;
  const action = () =>
    props.wrong.acknowledged
      ? { said: said.takeBack, run: () => void wallActions.takeBack(ids()) }
      : { said: said.acknowledge, run: () => wallActions.askToAcknowledge(ids()) };
  const refusal = createRefusal(
    () => (wallActions.may.command ? undefined : said.onlyOperators),
    () => action().run(),
  );
  return (
    <Show when={firstOf(outages())}>
      {(first) => (
        <>
          <button type="button" class={LINK} {...refusal}>
            {action().said}
          </button>
          <A href={pathOf('outage', { outageId: first().id })} class={LINK}>
            {words.wallActions.openOutage}
          </A>
        </>
      )}
    </Show>
  );
}
