import { PAGES } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { createResource, For, type JSX } from 'solid-js';
import { asked } from '../api/session.ts';
import { useTools } from '../app-context.ts';
import { dotsOf } from '../ui/background-dots.ts';
import { Logo } from '../ui/logo.tsx';
import { resourceValue } from './resource-value.ts';
import { useTitle } from './window-title.ts';

/** The field on the right is drawn for this and scaled where the window is larger. */
const WIDTH = 720;
const HEIGHT = 900;
/** The one sign that is offline. */
const GONE = { column: 27, row: 14, x: 495, y: 348 };

function Field() {
  return (
    <div class="relative hidden overflow-hidden bg-sunk min-[960px]:block" aria-hidden="true">
      <svg class="absolute inset-0 size-full" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMinYMin slice">
        <For each={dotsOf(WIDTH, HEIGHT, GONE.column, GONE.row)}>
          {({ path, opacity }) => <path d={path} fill="var(--ink-faint)" opacity={opacity} />}
        </For>
        <circle cx={GONE.x} cy={GONE.y} r="7" fill="var(--alarm-fill)" />
        <path d={`M${GONE.x - 4} ${GONE.y}h8`} stroke="var(--on-alarm)" stroke-width="2.4" />
      </svg>
    </div>
  );
}

/** How the service is, for whoever can't get in. */
function Foot() {
  const { words, client } = useTools();
  const [health] = createResource(() => asked(client.call('GET /health')));
  const said = (): string => {
    const body = resourceValue(health)?.body;
    if (!body || !('status' in body) || typeof body.status !== 'string')
      return health.loading ? '' : words.signInPages.foot.unknown;
    return body.status === 'ok'
      ? words.signInPages.foot.up
      : body.status === 'degraded'
        ? words.signInPages.foot.degraded
        : words.signInPages.foot.down;
  };
  const version = (): string => {
    const body = resourceValue(health)?.body;
    return body && 'version' in body ? String(body.version) : '';
  };
  return (
    <footer class="flex min-h-4 flex-wrap gap-x-[18px] gap-y-2 text-ink-3">
      <span>{said()}</span>
      <span>{version()}</span>
      <A href={PAGES.claim}>{words.signInPages.foot.claim}</A>
    </footer>
  );
}

/** Where people come in: what they came for on the left, a wall that is well on the right (but for one sign). */
export function SignedOutLayout(props: {
  title: string;
  lead?: JSX.Element;
  /** In place of how the service is. */
  foot?: JSX.Element;
  children?: JSX.Element;
}) {
  useTitle(() => props.title);
  return (
    <div class="grid min-h-[calc(100dvh/var(--page-scale,1)-env(safe-area-inset-top)-env(safe-area-inset-bottom))] min-[960px]:grid-cols-2">
      <main class="flex flex-col px-5 py-6 min-[560px]:px-10 min-[560px]:py-8">
        <div>
          <Logo />
        </div>
        <div class="my-auto w-full max-w-[calc(368rem/16)] py-8">
          <h1 class="text-36 wrap-anywhere leading-[1.1] font-[640] tracking-[-0.018em] font-stretch-[106%]">
            {props.title}
          </h1>
          <p class="mt-2 mb-[26px] text-15 leading-normal wrap-anywhere text-ink-2">{props.lead}</p>
          {props.children}
        </div>
        {props.foot ? <footer class="min-h-4 text-ink-3">{props.foot}</footer> : <Foot />}
      </main>
      <Field />
    </div>
  );
}
