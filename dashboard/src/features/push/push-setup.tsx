import { createMemo, createSignal, For, Match, Show, Switch } from 'solid-js';
import { Dynamic } from 'solid-js/web';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/result-message.tsx';
import { showToast } from '../../ui/toasts.tsx';
import type { Trouble } from '../../api/session.ts';
import { errorText } from '../error-text.ts';
import { resourceValue } from '../resource-value.ts';
import { usePushTools, WithPushWords } from './push-context.ts';
import { createPushList, type PushList, type PushListing } from './push-list.ts';
import { countElsewhere, pushStateOf } from './push-state.ts';
import { turnOffPush, turnOnPush } from './turn-on-push.ts';

/** Why the last press of the button had no effect. */
type Failure = { is: 'dismissed' | 'failed' } | { is: 'refused'; why: Trouble };

const Steps = (props: { steps: readonly string[] }) => (
  <ol class="mt-2 list-decimal ps-5 leading-normal text-ink-2">
    <For each={props.steps}>{(step) => <li class="py-0.5">{step}</li>}</For>
  </ol>
);

function Content(props: { listing: PushListing; isPart: boolean; onChanged(): Promise<void> }) {
  const { words, client, push, session } = usePushTools();
  const said = words.push;
  const [facts, setFacts] = createSignal(push.facts());
  const [isBusy, setBusy] = createSignal(false);
  const [failure, setFailure] = createSignal<Failure>();
  let sentence: HTMLParagraphElement | undefined;
  const publicKey = () => {
    const state = session.state();
    return state.is === 'signed-in' ? state.me.pushPublicKey : undefined;
  };
  const state = createMemo(() =>
    pushStateOf(facts(), {
      hasKey: publicKey() !== undefined,
      own: props.listing.own,
      listed: props.listing.browsers,
    }),
  );
  const elsewhere = () => countElsewhere(props.listing.own, props.listing.browsers);

  /** Handles one press at a time. The button may disappear, so the sentence gets the focus. */
  async function press(act: () => Promise<Failure | string | undefined>): Promise<void> {
    if (isBusy()) return;
    setBusy(true);
    setFailure();
    const result = await act();
    setFacts(push.facts());
    await props.onChanged();
    setBusy(false);
    if (typeof result === 'string') {
      sentence?.focus();
      showToast(result, words.shell.toasts);
    } else setFailure(result);
  }
  const turnOn = () =>
    press(async () => {
      const result = await turnOnPush({ client, push }, publicKey()!);
      if (result.is === 'on') return said.turnedOn;
      // The new state already shows the result.
      return result.is === 'denied' ? undefined : result;
    });
  const turnOff = () =>
    press(async () => {
      const here = props.listing.browsers.find(({ isThis, stoppedAt }) => isThis && stoppedAt === null);
      const why = here && (await turnOffPush({ client, push }, here.endpoint));
      return why === undefined ? said.turnedOff : { is: 'refused', why };
    });
  const failureText = (failed: Failure): string =>
    failed.is === 'refused' ? errorText(words, failed.why) : said[failed.is];

  return (
    <>
      <p ref={(element) => (sentence = element)} tabIndex={-1} class="leading-normal text-ink-2">
        {said.states[state()]}
      </p>
      <Switch>
        <Match when={state() === 'install-first'}>
          <Steps steps={said.installSteps} />
        </Match>
        <Match when={state() === 'denied'}>
          <Steps steps={facts().isInstalled && facts().isAppleMobile ? said.allowStepsOfApp : said.allowSteps} />
        </Match>
        <Match when={state() === 'offered' || state() === 'stopped'}>
          <p class="mt-3">
            {/* The filled button of settings is the one that saves them. */}
            <Button kind={props.isPart ? 'usual' : 'primary'} aria-disabled={isBusy()} onClick={() => void turnOn()}>
              {state() === 'stopped' ? said.turnOnAgain : said.turnOn}
            </Button>
          </p>
        </Match>
        <Match when={state() === 'on'}>
          <p class="mt-3">
            <Button aria-disabled={isBusy()} onClick={() => void turnOff()}>
              {said.turnOff}
            </Button>
          </p>
        </Match>
      </Switch>
      <Show when={elsewhere() > 0}>
        <p class="mt-3 text-ink-3">{said.elsewhere(elsewhere())}</p>
      </Show>
      <Show when={failure()}>{(failed) => <Message is="wrong">{failureText(failed())}</Message>}</Show>
    </>
  );
}

interface Props {
  /** The list of browsers, if the page already shows it with its errors. */
  list?: PushList | undefined;
  /** The level of the heading within a page's settings; left out: the section has a line above it and a heading of the second level. */
  level?: 2 | 3 | undefined;
}

function Section(props: Props) {
  const { words } = usePushTools();
  const list = props.list ?? createPushList(() => 1);
  return (
    <section class={props.level ? '' : 'border-t border-line-strong pt-4 pb-8'}>
      <Dynamic component={`h${props.level ?? 2}`} class={props.level ? 'mb-1.5 font-[620]' : 'pb-2 text-15 font-[640]'}>
        {words.push.title}
      </Dynamic>
      <Show when={resourceValue(list.found)}>
        {(listing) => <Content listing={listing()} isPart={props.level !== undefined} onChanged={list.refetch} />}
      </Show>
      {/* The owner of a given list shows the list’s errors. */}
      <Show when={!props.list && list.trouble()}>
        {(failed) => <Message is="wrong">{errorText(words, failed().why)}</Message>}
      </Show>
    </section>
  );
}

/** Turns notifications on and off in this browser, or explains why that is not possible here. */
export const PushSetup = (props: Props) => (
  <WithPushWords>
    <Section list={props.list} level={props.level} />
  </WithPushWords>
);
