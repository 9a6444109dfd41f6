import { createEffect, createSignal, on, onCleanup, untrack, type JSX } from 'solid-js';
import { useTools } from '../app-context.ts';
import { startCamera, stepCamera, type CameraEvent, type CameraMachine } from './camera-machine.ts';
import type { CameraState } from './camera-state.ts';
import { openCamera, type OpenCamera } from './open-camera.ts';
import { openReader, type CodeReader } from './reading/reader.ts';
import { createScanLoop } from './scan-loop.ts';
import type { Scanned } from './parse-scanned-text.ts';

interface CameraViewProps {
  /** Whether codes are read; the picture is shown all the same. */
  scanning: boolean;
  /** The code of a sign that is passed over until it has left the picture. Read once, when it is mounted. */
  passes?: string | null;
  /** Whether the light should be on, where there is one. */
  torch: boolean;
  /** A code came into the picture: of a sign, or a refusal. It is told again only after it has left the picture. */
  onFound: (scanned: Scanned) => void;
  /** At once, and at each change. */
  onState: (state: CameraState) => void;
}

/**
 * The rear camera's picture, which fills its parent, and reads codes. It asks for the camera when it is mounted, and gives it back when it is unmounted or the page
 * is hidden. To ask again after a refusal, mount it anew.
 */
export function CameraView(props: CameraViewProps): JSX.Element {
  const { clock } = useTools();
  const [machine, setMachine] = createSignal(startCamera(document.visibilityState === 'hidden'));
  const [torch, setTorch] = createSignal<boolean | null>(null);
  const tell = (event: CameraEvent): void => void setMachine((before) => stepCamera(before, event));
  let reader: CodeReader | null = null;
  let camera: OpenCamera | null = null;
  let isGone = false;

  const video = (
    <video
      class="absolute inset-0 size-full object-cover"
      autoplay
      muted
      playsinline
      aria-hidden="true"
      onPlaying={() => void light(props.torch)}
    />
  ) as HTMLVideoElement;

  const loop = createScanLoop({
    clock,
    reader: () => (reader ??= openReader()),
    video,
    passes: untrack(() => props.passes ?? null),
    onFound: (scanned) => props.onFound(scanned),
    onBroken: () => tell({ type: 'reader_broke' }),
  });

  function giveBack(): void {
    camera?.close();
    camera = null;
    video.srcObject = null;
    setTorch(null);
  }

  async function open(attempt: number): Promise<void> {
    const opening = openCamera(() => tell({ type: 'lost', attempt }));
    // Beside the camera, which is the slower one.
    reader ??= openReader();
    const opened = await opening;
    if (typeof opened === 'string') return tell({ type: 'failed', attempt, why: opened });
    if (isGone || machine().attempt !== attempt) return opened.close();
    camera = opened;
    video.srcObject = opened.stream;
    tell({ type: 'opened', attempt });
  }

  /** With the first picture, too: not before that do some phones tell of their light. */
  async function light(on: boolean): Promise<void> {
    const lit = camera;
    if (!lit?.hasTorch()) return;
    const isOn = on || torch() === true ? await lit.setTorch(on) : false;
    if (camera === lit) setTorch(isOn);
  }

  const stateOf = ({ phase, why }: CameraMachine): CameraState => {
    if (phase === 'unusable') return { kind: 'unusable', why: why! };
    return phase === 'live' ? { kind: 'live', torch: torch() } : { kind: phase };
  };

  const onVisibility = (): void => tell({ type: document.visibilityState === 'hidden' ? 'hidden' : 'shown' });
  document.addEventListener('visibilitychange', onVisibility);
  createEffect(
    on([() => machine().phase, () => machine().attempt], ([phase, attempt]) => {
      if (phase !== 'live') giveBack();
      // Not in the task of a tap, which is to be answered first.
      if (phase === 'opening') onCleanup(clock.after(0, () => void open(attempt)));
    }),
  );
  createEffect(
    on([() => machine().phase, () => props.scanning], ([phase, scanning]) => {
      if (phase === 'live' && scanning) loop.run();
      else loop.pause();
    }),
  );
  createEffect(
    on(
      () => props.torch,
      (wanted) => void light(wanted),
    ),
  );
  createEffect(
    on(
      () => stateOf(machine()),
      (state) => props.onState(state),
    ),
  );
  onCleanup(() => {
    isGone = true;
    document.removeEventListener('visibilitychange', onVisibility);
    loop.pause();
    giveBack();
    // Not in the task that draws what was found: to end a worker takes a slow phone 12 ms.
    clock.after(0, () => reader?.close());
  });
  return video;
}
