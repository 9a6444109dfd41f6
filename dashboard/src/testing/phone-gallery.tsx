import { createEffect, createSignal, For, Show } from 'solid-js';
import { render } from 'solid-js/web';
import type { Frame } from '../claiming/screen-model-types.ts';
import { Phone } from '../claiming/screens/current-screen.tsx';
import { qrPath } from '../claiming/screens/parts/illustration-qr.ts';
import type { Press } from '../claiming/user-action-types.ts';
import { english, german } from '../claiming/testing/words.ts';
import { wayOf } from './design-phone-models.ts';
import { othersOf } from './phone-extra-states.ts';
import { refusalsOf } from './phone-refusals.ts';
import '../styles/main.css';

/** `/ui-phone` of the development server: each screen of the phone's claim. `#NAME` shows one, as large as the window; `?theme=` and `?lang=` hold for all. */

const asked = new URLSearchParams(location.search);
const words = asked.get('lang') === 'de' ? german : english;
document.documentElement.lang = words.common.language;
const FRAMES: Record<string, Frame> = { ...wayOf(words), ...refusalsOf(words), ...othersOf(words) };
const theme = asked.get('theme');
if (theme !== null) document.documentElement.dataset['theme'] = theme;

/** A sign before the camera, as the drawing has it. */
const CameraPicture = (props: { below: string; isCode: boolean }) => (
  <div
    aria-hidden="true"
    class="absolute inset-0 bg-[radial-gradient(120%_60%_at_50%_34%,#2a2c2b_0,#141616_55%,#080909_100%)]"
  >
    <div class="absolute top-[178px] left-[74px] grid h-[232px] w-[212px] content-center justify-items-center gap-2.5 bg-[#0b0d0e] text-[#e9ece8] shadow-[0_0_60px_rgb(220_226_220/0.14)] [transform:perspective(700px)_rotateY(-9deg)_rotateZ(-1.5deg)]">
      <svg viewBox="0 0 43 43" shape-rendering="crispEdges" class="size-[140px] bg-[#e9ece8] p-2">
        <path d={qrPath()} fill="#0b0d0e" />
      </svg>
      <span
        class="leading-[1.4]"
        classList={{
          'font-mono text-[21px] font-[700] tracking-[0.01em]': props.isCode,
          'text-[17px] font-[600]': !props.isCode,
        }}
      >
        {props.below}
      </span>
    </div>
  </div>
);

/** What was sent, for the suite. */
const sent: Press[] = [];
Object.assign(window, { sent });

const One = (props: { name: string; frame: Frame }) => (
  <Phone
    frame={props.frame}
    send={(press) => sent.push(press)}
    viewfinder={
      <CameraPicture below={props.name === 'wrong' ? 'Follow the band' : '4QB 50C'} isCode={props.name !== 'wrong'} />
    }
  />
);

const All = () => (
  <main class="p-6">
    <h1 class="mb-6 text-24 font-[640]">The phone’s screens, in every state</h1>
    <ul class="flex flex-wrap gap-6">
      <For each={Object.keys(FRAMES)}>
        {(name) => (
          <li>
            <h2 class="mb-1.5">{name}</h2>
            <iframe class="h-[780px] w-[360px]" src={`${location.search}#${name}`} title={name} loading="lazy" />
          </li>
        )}
      </For>
    </ul>
  </main>
);

function Gallery() {
  const [name, setName] = createSignal(location.hash.slice(1));
  // For the suite, which waits for it.
  createEffect(() => (document.body.dataset['shown'] = name()));
  window.addEventListener('hashchange', () => setName(location.hash.slice(1)));
  return (
    <Show when={FRAMES[name()]} fallback={<All />} keyed>
      {(frame) => <One name={name()} frame={frame} />}
    </Show>
  );
}

render(Gallery, document.body);
