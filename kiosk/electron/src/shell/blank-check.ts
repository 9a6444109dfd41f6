import type { NativeImage } from 'electron';
import { isOneColour } from '../content/one-colour-check.ts';

/** Whether a picture of the sign's page is of one colour (promise K9). Null: there is no picture (while the graphics process starts again, say). */
export const judgeBlank = (picture: Pick<NativeImage, 'isEmpty' | 'toBitmap'>): boolean | null =>
  picture.isEmpty() ? null : isOneColour(picture.toBitmap());
