import { pathOf } from '@sign-display/contracts/pages';
import { A } from '@solidjs/router';
import { Show } from 'solid-js';
import { useWallTools } from '../../wall-tools.ts';
import type { Wrong } from '../wrong.ts';
import { createRefusal } from '../../features/refusal.tsx';
import { useDeeds } from './deeds.tsx';
import { firstOf, outagesOf, toldOf } from './outages.ts';
import { sayTold } from './say-told.ts';

const LINK =
  'text-12 font-[580] underline decoration-ink-3 underline-offset-2 aria-disabled:opacity-45 max-[700px]:min-h-12 max-[700px]:leading-[3rem]';

const useOutages = (wrong: () => Wrong) => {
  const deeds = useDeeds();
  const ids = () => wrong().signs.map(({ id }) => id);
  return { deeds, ids, outages: () => outagesOf(deeds.outages(), ids()) };
};

/** Who was told of a cause, who is at it since when, and their note. */
export function WhoIsAtIt(props: { wrong: Wrong; timeZone: string }) {
  const { words, times } = useWallTools();
  const { deeds, outages } = useOutages(() => props.wrong);
  const said = (ms: number) => times.said(ms, 'seconds', props.timeZone);
  const told = () => toldOf(outages());
  return (
    <>
      <Show when={told()}>
        {(is) => <span> {sayTold(words, is().channels, said(is().atMs), deeds.seen.me.mail.configured)}</span>}
      </Show>
      <Show when={props.wrong.acknowledged}>
        {(word) => (
          <span class="mt-1 block border-s-2 border-ink ps-2 text-ink">
            {words.deeds.atIt(word().by.name, said(Date.parse(word().at)))}
            <Show when={word().note}>{(note) => <> {words.outages.quote(note())}</>}</Show>
          </span>
        )}
      </Show>
    </>
  );
}

/** What can be done about a cause: its outage, and the word that somebody is at it. */
export function CauseDeeds(props: { wrong: Wrong }) {
  const { words } = useWallTools();
  const { deeds, ids, outages } = useOutages(() => props.wrong);
  const { one: said } = words.outages;
  const query = { event: deeds.seen.event.id };
  const deed = () =>
    props.wrong.acknowledged
      ? { said: said.takeBack, run: () => void deeds.takeBack(ids()) }
      : { said: said.acknowledge, run: () => deeds.askToAcknowledge(ids()) };
  const refusal = createRefusal(
    () => (deeds.may.command ? undefined : said.onlyOperators),
    () => deed().run(),
  );
  return (
    <Show when={firstOf(outages())}>
      {(first) => (
        <>
          <button type="button" class={LINK} {...refusal}>
            {deed().said}
          </button>
          <A href={`${pathOf('outage', { outageId: first().id })}?${new URLSearchParams(query)}`} class={LINK}>
            {words.deeds.openOutage}
          </A>
        </>
      )}
    </Show>
  );
}
