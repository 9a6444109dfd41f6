import { createMemo, For, Show, type JSX } from 'solid-js';
import { adviceOf } from '../decisions/advice.ts';
import { readableUrl } from '../decisions/text-fit.ts';
import type { CodeFace } from '../model.ts';
import { NetworkChecklist } from '../parts/checklist.tsx';
import { QrPlate } from '../parts/qr.tsx';
import { SentenceText } from '../parts/sentence.tsx';
import { ShortCode } from '../parts/short-code.tsx';
import { adviceWords } from '../words/advice-words.ts';
import { useWords } from '../parts/use-words.ts';

/** The QR to claim the sign, with one thing to do on its left and the network's checklist on its right; upright, all of it stacked (K8). */
export function Code(props: { face: CodeFace; nowMs: number }): JSX.Element {
  const advice = createMemo(() => adviceOf(props.face));
  const said = useWords();
  const { CODE } = said;
  const words = createMemo(() => adviceWords(advice(), () => props.nowMs, said));
  const hasSteps = () => words().steps.length > 0;
  const layout = () => ({
    struck: props.face.qrText === null,
    'with-steps': hasSteps(),
    'with-words': !hasSteps() && advice().kind !== 'scan',
  });
  return (
    <div class="columns" classList={layout()}>
      <div class="advice">
        <h1 class={words().tone}>{words().title}</h1>
        <For each={words().paragraphs}>
          {(one) => (
            <p>
              <SentenceText of={one} />
            </p>
          )}
        </For>
        <Show when={hasSteps()}>
          <ol>
            <For each={words().steps}>
              {(one) => (
                <li>
                  <SentenceText of={one} />
                </li>
              )}
            </For>
          </ol>
        </Show>
        <Show when={words().small}>{(small) => <p class="small">{small()}</p>}</Show>
        <Show when={!hasSteps()}>
          <p class="identity">
            {CODE.signId(props.face.signId)}
            <br />
            {CODE.app(props.face.appVersion, props.face.platform)}
          </p>
        </Show>
      </div>
      <div class="middle">
        <QrPlate text={props.face.qrText} />
        <Show when={props.face.shortCode}>{(shortCode) => <ShortCode class="code" code={shortCode()} />}</Show>
        <Show when={props.face.qrText !== null && props.face.claimUrl}>
          {(url) => (
            <p class="claim-url" dir="ltr">
              {readableUrl(url(), 72)}
            </p>
          )}
        </Show>
      </div>
      <div class="checks">
        <NetworkChecklist list={props.face.checklist} />
      </div>
    </div>
  );
}
