import { readScreenModel, type Face, type ScreenModel } from '@sign-display/kiosk-screen/model';

/** Our screen's face, what lies over it and how it is turned, put together into the model that it draws. */
export interface Faces {
  show(face: Face): void;
  overlay(overlay: ScreenModel['overlay']): void;
  turn(rotation: ScreenModel['rotation']): void;
}

/** `refused`: our screen would not draw that model, so it is not sent; what is there stays. */
export function createFaces(draw: (model: ScreenModel) => void, refused: (model: ScreenModel) => void): Faces {
  let model: ScreenModel = { face: { kind: 'black' }, overlay: null, rotation: 0 };
  const change = (part: Partial<ScreenModel>): void => {
    model = { ...model, ...part };
    if (readScreenModel(model) === null) refused(model);
    else draw(model);
  };
  return {
    show: (face) => change({ face }),
    overlay: (overlay) => change({ overlay }),
    turn: (rotation) => change({ rotation }),
  };
}
