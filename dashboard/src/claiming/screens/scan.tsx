import { Index, Show, type JSX } from 'solid-js';
import type { FrameProps, ScanFrame } from '../screen-model-types.ts';
import { ActionButton, Actions, PhotoAction, type Hands, type PhotoHands } from './parts/actions.tsx';
import { Header } from './parts/header.tsx';
import { focusing, Headline, Lead } from './parts/headline-and-lead.tsx';
import './screens.css';

const CORNER = 'absolute size-11 border-4 border-white';

const Corners = () => (
  <div class="viewfinder-corners" aria-hidden="true">
    <span class={`${CORNER} top-0 left-0 border-r-0 border-b-0`} />
    <span class={`${CORNER} top-0 right-0 border-b-0 border-l-0`} />
    <span class={`${CORNER} bottom-0 left-0 border-t-0 border-r-0`} />
    <span class={`${CORNER} right-0 bottom-0 border-t-0 border-l-0`} />
  </div>
);

/** What was seen is no code of a sign, or a newer one. */
const Sheet = (props: Hands & PhotoHands & { sheet: NonNullable<ScanFrame['sheet']> }) => (
  <div class="relative mt-auto flex-none rounded-t-sheet bg-surface px-5 pt-5 pb-1 text-ink">
    <div role="alert">
      <Headline said={props.sheet.title} size="small" />
      <Lead>{props.sheet.lead}</Lead>
    </div>
    <div class="grid gap-2 py-4">
      <Show when={props.sheet.photo}>
        {(label) => (
          <PhotoAction look="primary" onPhoto={props.onPhoto}>
            {label()}
          </PhotoAction>
        )}
      </Show>
      <Actions actions={props.sheet.actions} send={props.send} />
    </div>
  </div>
);

const Hint = (props: { said: string }) => (
  <h1
    ref={focusing(() => props.said)}
    tabindex="-1"
    class="mt-auto px-6 pb-[18px] text-center text-[calc(17rem/16)] font-[560] outline-none"
  >
    <span class="rounded-[4px] box-decoration-clone bg-(--on-camera) px-2 py-1">{props.said}</span>
  </h1>
);

/** The camera looks. Its picture (`viewfinder`) fills the screen behind everything. */
export const Scan = (props: FrameProps<ScanFrame> & PhotoHands & { viewfinder: JSX.Element }) => (
  <div class="phone-screen viewfinder">
    <div class="absolute inset-0 overflow-hidden">{props.viewfinder}</div>
    <Corners />
    <Header header={props.frame.header} send={props.send} isHeadline={false} isOnCamera />
    <main class="relative flex flex-1 flex-col">
      <Show
        when={props.frame.sheet}
        fallback={
          <>
            <Hint said={props.frame.hint} />
            <div class="grid gap-2 px-4 pt-3 pb-5">
              <div class="grid gap-2" classList={{ 'grid-cols-[88px_1fr]': props.frame.torch !== null }}>
                <Show when={props.frame.torch}>
                  {(torch) => (
                    <ActionButton tap={torch()} look="on-camera" iconOnly isOn={torch().isOn} send={props.send} />
                  )}
                </Show>
                <div class="grid gap-2">
                  <Index each={props.frame.actions}>
                    {(action) => <ActionButton tap={action()} look="on-camera" send={props.send} />}
                  </Index>
                </div>
              </div>
            </div>
          </>
        }
      >
        {(sheet) => <Sheet sheet={sheet()} send={props.send} onPhoto={props.onPhoto} />}
      </Show>
    </main>
  </div>
);
