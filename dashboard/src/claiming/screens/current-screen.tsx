import { Match, Switch, type JSX } from 'solid-js';
import type { Frame, FrameProps } from '../screen-model-types.ts';
import { Done } from './done.tsx';
import { Form } from './form.tsx';
import { Found } from './found.tsx';
import { List } from './choose-sign-or-event.tsx';
import { NoCamera } from './no-camera.tsx';
import { Progress } from './progress.tsx';
import { Refusal } from './refusal.tsx';
import { Replace } from './replace.tsx';
import { Scan } from './scan.tsx';
import { Start } from './start.tsx';
import { TypeCode } from './type-code.tsx';
import { Waiting } from './loading.tsx';

/**
 * The phone's screen for a frame. Frames of one kind share their elements, so what has the focus keeps it while times go on; a frame of another kind begins
 * anew, with the focus at its headline. `viewfinder`: the camera's picture, which fills its parent; `onPhoto`: a photo was taken in its place.
 */
export function Phone(props: FrameProps<Frame> & { viewfinder?: JSX.Element; onPhoto?: (photo: File) => void }) {
  /** The frame, where it is one of these kinds. */
  const as = <Kind extends Frame['is']>(...kinds: Kind[]) =>
    (kinds as Frame['is'][]).includes(props.frame.is) ? (props.frame as Extract<Frame, { is: Kind }>) : false;
  return (
    <Switch>
      <Match when={as('waiting')}>{(frame) => <Waiting frame={frame()} send={props.send} />}</Match>
      <Match when={as('list')}>{(frame) => <List frame={frame()} send={props.send} />}</Match>
      <Match when={as('start')}>{(frame) => <Start frame={frame()} send={props.send} />}</Match>
      <Match when={as('scan')}>
        {(frame) => <Scan frame={frame()} send={props.send} onPhoto={props.onPhoto} viewfinder={props.viewfinder} />}
      </Match>
      <Match when={as('no-camera')}>
        {(frame) => <NoCamera frame={frame()} send={props.send} onPhoto={props.onPhoto} />}
      </Match>
      <Match when={as('type')}>{(frame) => <TypeCode frame={frame()} send={props.send} />}</Match>
      <Match when={as('found', 'link')}>{(frame) => <Found frame={frame()} send={props.send} />}</Match>
      <Match when={as('replace')}>{(frame) => <Replace frame={frame()} send={props.send} />}</Match>
      <Match when={as('form')}>{(frame) => <Form frame={frame()} send={props.send} />}</Match>
      <Match when={as('progress', 'lost')}>{(frame) => <Progress frame={frame()} send={props.send} />}</Match>
      <Match when={as('done')}>{(frame) => <Done frame={frame()} send={props.send} />}</Match>
      <Match when={as('refusal')}>{(frame) => <Refusal frame={frame()} send={props.send} />}</Match>
    </Switch>
  );
}
