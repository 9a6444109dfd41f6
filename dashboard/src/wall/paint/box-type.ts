/** A rectangle on a canvas, in device pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
