import type { Strip } from '../../event/heartbeat-minutes.ts';
import type { Size } from '../map-layout.ts';
import type { Camera } from '../map-camera.ts';
import type { Census } from '../sign-census.ts';
import type { Ground } from '../map-coordinates.ts';
import type { Heading } from '../place-heading.ts';
import type { Look } from '../sign-looks.ts';
import type { Shot } from './draw-card.ts';

/** All that a painted map depends on. */
export interface Scene {
  census: Census;
  ground: Ground;
  camera: Camera;
  size: Size;
  headingOf(place: number): Heading;
  /** Of a sign that looks so, in words. */
  saidOf(look: Look): string;
  /** Its heartbeats; undefined where they are not known yet. */
  stripOf(sign: number): Strip | undefined;
  /** Its picture; undefined where there is none yet. */
  shotOf(sign: number): Shot | undefined;
  /** Which signs are chosen, and which the filter hides; null: none. */
  isChosen: ((sign: number) => boolean) | null;
  isHidden: ((sign: number) => boolean) | null;
  /** The sign in focus, while the keyboard moves it. */
  focus: number | null;
  /** Offline verdicts wait. */
  isHeld: boolean;
  /** The page isn't live: plates and marks are hollow. */
  isOld: boolean;
}
