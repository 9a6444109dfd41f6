import { createSignal, For, Show } from 'solid-js';
import { asked, type Trouble } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/result-message.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { errorText } from '../error-text.ts';
import { usePushTools, WithPushWords } from './push-context.ts';
import { lineOf, type TestLine } from './test-results.ts';
import { turnOnPush } from './turn-on-push.ts';

type Shown = { is: 'sending' } | { is: 'failed'; text: string } | { is: 'done'; lines: readonly TestLine[] };

interface Props {
  eventId: string;
  /** Called when browsers may have stopped, or when this browser was registered again. */
  onChanged?: (() => void) | undefined;
}

function Results(props: { lines: readonly TestLine[]; onTurnOn(): void }) {
  const { words } = usePushTools();
  const said = words.push;
  return (
    <ul aria-label={said.test.results}>
      <For each={props.lines} fallback={<li>{said.test.none}</li>}>
        {(line) => (
          <li class="border-t border-line py-2 first:border-t-0 first:pt-0 last:pb-0">
            <b class="font-[600]">{line.channel}</b>
            <For each={line.sentences}>
              {(sentence) => <p class={`wrap-anywhere ${line.isOk ? 'text-ink-2' : 'font-[560]'}`}>{sentence}</p>}
            </For>
            <Show when={line.hasStoppedHere}>
              <p class="mt-2">
                <Button onClick={() => props.onTurnOn()}>{said.turnOnAgain}</Button>
              </p>
            </Show>
          </li>
        )}
      </For>
    </ul>
  );
}

function Content(props: Props) {
  const { words, client, push, session } = usePushTools();
  const said = words.push;
  const [shown, setShown] = createSignal<Shown>();
  const fail = (why: Trouble) => setShown({ is: 'failed', text: errorText(words, why) });

  async function send(): Promise<void> {
    if (shown()?.is === 'sending') return;
    setShown({ is: 'sending' });
    const call = client.call('POST /api/events/:id/subscription/test', { params: { id: props.eventId } });
    const [answer, own] = await Promise.all([asked(call), push.endpoints()]);
    if (!answer.ok) return void fail(answer.body);
    setShown({ is: 'done', lines: answer.body.results.map((result) => lineOf(result, own, said)) });
    props.onChanged?.();
  }
  async function turnOnAgain(): Promise<void> {
    const state = session.state();
    if (state.is !== 'signed-in' || state.me.pushPublicKey === undefined) return;
    const result = await turnOnPush({ client, push }, state.me.pushPublicKey);
    props.onChanged?.();
    if (result.is === 'refused') return void fail(result.why);
    if (result.is !== 'on')
      return void setShown({ is: 'failed', text: result.is === 'denied' ? said.states.denied : said[result.is] });
    setShown();
    return showToast(said.turnedOn, words.shell.toasts);
  }
  return (
    <>
      <Button aria-disabled={shown()?.is === 'sending'} onClick={() => void send()}>
        {said.test.send}
      </Button>
      <div aria-live="polite">
        <Show when={shown()?.is === 'sending'}>
          <p class="mt-3 leading-normal text-ink-2">{said.test.sending}</p>
        </Show>
        <Show when={shown()} keyed>
          {(result) =>
            result.is === 'done' && (
              <div class="mt-[18px] border-l-[3px] border-ink bg-sunk px-3.5 py-3 leading-[1.45]">
                <Results lines={result.lines} onTurnOn={() => void turnOnAgain()} />
              </div>
            )
          }
        </Show>
      </div>
      <Show when={shown()} keyed>
        {(result) => result.is === 'failed' && <Message is="wrong">{result.text}</Message>}
      </Show>
    </>
  );
}

/** Shows a button that sends the person a test message about an event on each of their channels, and the results. */
export const TestMessage = (props: Props) => (
  <WithPushWords>
    <Content eventId={props.eventId} onChanged={props.onChanged} />
  </WithPushWords>
);
