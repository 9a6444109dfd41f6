/** What our own screen is to show. PROVISIONAL: the screen's package brings the whole model. */
export type Face =
  | { kind: 'black' }
  | { kind: 'code'; qrText: string | null; shortCode: string; notice: string | null }
  | { kind: 'ready'; signName: string; message: string | null }
  | { kind: 'restarting'; what: 'app' | 'device' };

export interface Model {
  face: Face;
  overlay: { kind: 'release'; problem: 'wrong_code' | null } | null;
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
