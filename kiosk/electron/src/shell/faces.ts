import type { ClaimingScreen, IdentifyOverlay, QrScreen, SplashScreen } from '@sign-display/kiosk-agent/ports';

/** What our own screen is to show. PROVISIONAL: the screen's package brings the whole model. */
export type Face =
  | { kind: 'black' }
  | ({ kind: 'code' } & QrScreen)
  | ({ kind: 'claiming' } & ClaimingScreen)
  | ({ kind: 'ready' } & SplashScreen)
  | { kind: 'restarting'; what: 'app' | 'device' };

export interface Model {
  face: Face;
  overlay: { kind: 'release'; problem: 'wrong_code' | null } | ({ kind: 'identify' } & IdentifyOverlay) | null;
}

/** Our screen's faces and overlays, put together into the model that it draws. */
export interface Faces {
  show(face: Face): void;
  overlay(overlay: Model['overlay']): void;
}

export function createFaces(draw: (model: Model) => void): Faces {
  let model: Model = { face: { kind: 'black' }, overlay: null };
  const change = (part: Partial<Model>): void => {
    model = { ...model, ...part };
    draw(model);
  };
  return { show: (face) => change({ face }), overlay: (overlay) => change({ overlay }) };
}
