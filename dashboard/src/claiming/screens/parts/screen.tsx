import { Show, type JSX } from 'solid-js';
import { Mark } from '../../../ui/status-mark.tsx';
import type { Frame } from '../../screen-model-types.ts';
import { Actions, type Hands } from './actions.tsx';
import { Header } from './header.tsx';
import { Nav } from './nav.tsx';
import '../screens.css';

const Band = (props: { children: JSX.Element }) => (
  <p
    class="flex flex-none gap-2.5 border-t-[3px] border-caution-fill bg-caution-wash px-4 py-2.5 text-[calc(14rem/16)]"
    role="status"
  >
    <span class="flex-none text-caution">
      <Mark is="unstable" size={20} />
    </span>
    <span>{props.children}</span>
  </p>
);

/** Below the links to other pages, an empty header would only waste space. */
const hasHeader = ({ nav, header }: Pick<Frame, 'nav' | 'header'>): boolean => nav === undefined || header.title !== '';

/**
 * A screen of the phone: read above, act below. On a phone on its side what is done stands beside what is read. `isLow`: what is read stands low too;
 * `pad`: what stands between it and the actions. `restsAtFirst`: the actions take no tap as the screen appears.
 */
export const Screen = (
  props: Hands & {
    frame: Pick<Frame, 'nav' | 'header' | 'band' | 'actions'>;
    isHeaderHeadline?: boolean;
    takesFocus?: boolean;
    isLow?: boolean;
    restsAtFirst?: boolean;
    space?: 'none-above' | 'none-below';
    pad?: JSX.Element;
    children: JSX.Element;
  },
) => (
  <form
    class="phone-screen"
    novalidate
    onSubmit={(event) => {
      event.preventDefault();
      props.send({ type: 'submit' });
    }}
  >
    <Show when={props.frame.nav}>{(nav) => <Nav {...nav()} />}</Show>
    <Show when={hasHeader(props.frame)}>
      <Header
        header={props.frame.header}
        send={props.send}
        isHeadline={props.isHeaderHeadline === true}
        takesFocus={props.takesFocus}
      />
    </Show>
    <Show when={props.frame.band}>{(band) => <Band>{band()}</Band>}</Show>
    <main class="contents">
      <div
        class="phone-read @container flex flex-1 flex-col px-5"
        classList={{
          'justify-end': props.isLow === true,
          'pt-2': props.space !== 'none-above' && hasHeader(props.frame),
          'pt-5': !hasHeader(props.frame),
          'pb-5': props.isLow === true && props.space !== 'none-below',
        }}
      >
        {props.children}
      </div>
      <div class="phone-actions" classList={{ 'rests-at-first': props.restsAtFirst === true }}>
        {props.pad}
        <div class="grid gap-2 px-4 pt-3 pb-5">
          <Actions actions={props.frame.actions} send={props.send} />
        </div>
      </div>
    </main>
  </form>
);
