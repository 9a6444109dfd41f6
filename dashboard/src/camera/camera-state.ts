/** Why there is no camera for a page, each with words of its own on the screen. */
export type CameraTrouble =
  /** The person, or the browser's settings for the site, said no. */
  | 'refused'
  /** The device has none. */
  | 'absent'
  /** Another program has it. */
  | 'busy'
  /** The page came over http from another machine: browsers give such a page no camera. */
  | 'insecure'
  /** There is one, but what reads codes in its picture did not load, or broke. */
  | 'no_reader';

/** What the camera of a `CameraView` is doing. */
export type CameraState =
  /** The browser asks the person, or the camera starts. */
  | { kind: 'opening' }
  /** Its picture is shown. `torch`: whether its light is on; null where the device offers none. */
  | { kind: 'live'; torch: boolean | null }
  /** Given back: the page is in the background. */
  | { kind: 'resting' }
  | { kind: 'unusable'; why: CameraTrouble };

/**
 * Why there is no camera, from what `getUserMedia` threw; `name` null: the browser has no `getUserMedia` here. A kind of error that nobody knows is `busy`: trying
 * again is what helps then.
 */
export function troubleOf(name: string | null, isSecure: boolean): Exclude<CameraTrouble, 'no_reader'> {
  if (!isSecure) return 'insecure';
  switch (name) {
    case null:
    case 'NotFoundError':
    case 'OverconstrainedError':
    case 'DevicesNotFoundError':
      return 'absent';
    case 'NotAllowedError':
    case 'SecurityError':
    case 'PermissionDeniedError':
      return 'refused';
    default:
      return 'busy';
  }
}
