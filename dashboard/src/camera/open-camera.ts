import type { CameraTrouble } from './camera-state.ts';
import { troubleOf } from './camera-state.ts';

/** The rear camera, and enough pixels for a QR across a counter without more than a phone reads quickly. */
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1_280 }, height: { ideal: 720 } },
};

/** A camera that is held until `close`. */
export interface OpenCamera {
  stream: MediaStream;
  /** Whether its light can be switched. Some phones know it only once pictures come. */
  hasTorch(): boolean;
  /** Resolves with whether the light is on now. */
  setTorch(on: boolean): Promise<boolean>;
  close(): void;
}

/** What browsers have of the torch, which TypeScript's types lack. */
interface TorchTrack {
  getCapabilities?(): { torch?: boolean };
  applyConstraints(constraints: { advanced: { torch: boolean }[] }): Promise<void>;
}

/** Asks for the camera; the browser may ask the person. `onLost`: it was taken away (a call, another program, a plug). */
export async function openCamera(onLost: () => void): Promise<OpenCamera | CameraTrouble> {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  if (!mediaDevices) return troubleOf(null, isSecureContext);
  let stream: MediaStream;
  try {
    stream = await mediaDevices.getUserMedia(WANTED);
  } catch (error) {
    return troubleOf(error instanceof Error ? error.name : '', isSecureContext);
  }
  const tracks = stream.getVideoTracks();
  const torch = tracks[0] as unknown as TorchTrack;
  let isClosed = false;
  const lose = (): void => {
    if (!isClosed) onLost();
  };
  for (const track of tracks) {
    track.addEventListener('ended', lose);
    track.addEventListener('mute', lose);
  }
  return {
    stream,
    hasTorch: () => torch.getCapabilities?.().torch === true,
    setTorch: (on) =>
      torch.applyConstraints({ advanced: [{ torch: on }] }).then(
        () => on,
        () => false,
      ),
    close() {
      isClosed = true;
      for (const track of tracks) track.stop();
    },
  };
}
