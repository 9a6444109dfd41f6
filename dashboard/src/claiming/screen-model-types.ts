import type { FieldName, Press } from './user-action-types.ts';

/**
 * What each frame of the claim shows, as plain data: every text is ready to be drawn, in the reader's language. `view` (view.ts) makes a frame of the state;
 * a component draws it and calls `send` with the `press` of what was tapped, and with nothing else. Drawn in docs/pages.md's order: start to done, then the rest.
 */

/** A button or a link-like row. `icon` stands before the label. A disabled one is drawn, and cannot be tapped. */
export interface Tap {
  label: string;
  press: Press;
  icon?: 'key' | 'torch';
  isDisabled?: boolean;
}

/** What stands at the top: `back` null draws no arrow. `aside` is a code (4QB 50C), set in the code's type, or a few words. */
export interface Header {
  back: Tap | null;
  title: string;
  aside: { text: string; isCode: boolean } | null;
}

/** The buttons below, top first: the first of `kind: 'primary'` is the big filled one, `usual` is framed, `quiet` is text alone. */
export interface Action extends Tap {
  kind: 'primary' | 'usual' | 'quiet';
}

/** A link to another page. */
export interface Link {
  label: string;
  href: string;
}

interface Common {
  /** Links to other pages, while no claim is in progress. The last one stands apart, at the end. */
  nav?: { label: string; links: Link[] };
  header: Header;
  actions: Action[];
  /** The band under the header, of a caution: "Your phone lost the network…"; null draws none. */
  band: string | null;
}

/** A line of a list of facts; `small` stands below the value. `isCode`: set in the code's type. */
export interface Fact {
  label: string;
  value: string;
  isCode?: boolean;
  small?: string;
}

/** Nothing is known yet; the frame has its size and no words but the header's. After 400 ms `text` may be drawn. */
export interface WaitingFrame extends Common {
  is: 'waiting';
  text: string;
}

/** Choosing the event (and by it the organization), and the list of prepared signs: a list to pick of. */
export interface ListFrame extends Common {
  is: 'list';
  /** Draws the dashed ring of `unlinked` before each row. */
  isPrepared: boolean;
  /** A sentence above the rows, as a headline; null: none. */
  title: string | null;
  rows: { key: string; name: string; small: string; aside: string; press: Press }[];
  /** Below the rows: "Pick the one you stand at, then scan. Nothing to type.", or what an empty list teaches. */
  foot: string;
}

export interface StartFrame extends Common {
  is: 'start';
  title: string;
  lead: string;
}

/** The camera's picture is drawn behind it by whoever mounts the frame (`viewfinder`). */
export interface ScanFrame extends Common {
  is: 'scan';
  hint: string;
  /** Null where the device offers none, or the camera isn't running. */
  torch: (Tap & { isOn: boolean }) | null;
  /** Stands over the camera: not a sign's code, or a newer one; null: the camera looks. */
  /** `photo`: the label that takes another one, where there is no camera to go on with. */
  sheet: { title: string; lead: string; photo: string | null; actions: Action[] } | null;
}

/** The camera is refused, absent, or the page isn't https. `photo` is the label of the file input (`<input type=file capture>`); null: none. */
export interface NoCameraFrame extends Common {
  is: 'no-camera';
  title: string;
  lead: string;
  photo: string | null;
}

/** The keypad. `keys` are the 32 characters; a physical keyboard and a paste send the same presses. */
export interface TypeFrame extends Common {
  is: 'type';
  /** "A code has no O, I, L or U." */
  hint: string;
  /** Six, of which the typed ones are filled; `cursor`: the slot with the cursor, 6 when all are filled. */
  slots: string[];
  cursor: number;
  /** The accessible name of the six slots, with what is typed. */
  slotsLabel: string;
  keys: { label: string; press: Press }[];
  remove: Tap;
}

/** The blinking code. It is inverted while `Math.floor((now - startsAtMs) / 500)` is odd, by `performance.now()`. */
export interface Blinking {
  /** "4QB 50C" */
  code: string;
  /** Of `performance.now()`; may lie before it or behind. */
  startsAtMs: number;
  /** False: the sign has stopped to blink, so we do too. */
  isOn: boolean;
}

/** The sign that was found, a device to link, or one that takes another's place: it is confirmed before anything is claimed. */
export interface FoundFrame extends Common {
  is: 'found' | 'link';
  blinking: Blinking;
  title: string;
  facts: Fact[];
}

export interface ReplaceFrame extends Common {
  is: 'replace';
  title: string;
  facts: Fact[];
  /** A line to say why. Typing sends `{ type: 'note', text }`. */
  note?: { label: string; aside: string; value: string };
  foot: string;
}

/** A line to type into. Typing sends `{ type: 'typed', field, text }`; a suggestion sends its own press. */
export interface FormField {
  field: FieldName;
  label: string;
  /** "optional" beside the label; null: nothing. */
  aside: string | null;
  value: string;
  /** `inputmode` of the phone's keyboard, and what it does about capitals. */
  inputMode: 'text' | 'url';
  error: string | null;
  suggestions: Tap[];
}

export interface FormFrame extends Common {
  is: 'form';
  event: { name: string; organization: string; change: Tap } | null;
  fields: FormField[];
  /** The field that the cursor goes to when the frame appears; null: none. Changes of it move the cursor. */
  focus: FieldName | null;
  /** "It needs http:// or https://…"; null: nothing went wrong. */
  todo: string | null;
  /** The code of the refusal, small; null: none. */
  small: string[] | null;
}

/** A step of the claim's progress. `now` pulses; `share` (0 to 1) of what it waits at the most, null: no bar. */
export interface Step {
  label: string;
  is: 'done' | 'now' | 'to-come';
  /** "0.1 s"; empty: nothing yet. */
  time: string;
  /** How far it is, for who doesn't see the mark: "done". */
  state?: string;
  small: string | null;
  share: number | null;
}

/** On its way, or its answer lost. `title` is announced politely when it changes. */
export interface ProgressFrame extends Common {
  is: 'progress' | 'lost';
  title: string;
  lead: string;
  /** Set in the code's type where it is an address. */
  isLeadCode: boolean;
  steps: Step[];
}

export interface DoneFrame extends Common {
  is: 'done';
  /** Claimed without proof has no tick. */
  isProved: boolean;
  title: string;
  lead: string | null;
  /** The sign's own screenshot. `src` null: it is on its way (the space is kept). Null: none is to come. */
  picture: { src: string | null; alt: string; age: string } | null;
  facts: Fact[];
  /** Links to the claimed sign. */
  links?: Link[];
  /** "Your 6th since 19:20", and its number for the little plates (at most 30 are drawn). */
  tally: { text: string; count: number } | null;
}

export type BrokenStep = 'code' | 'asked' | 'loaded' | 'claimed';

/** Something was refused. `steps`: the four of the claim, and the one that broke. */
export interface RefusalFrame extends Common {
  is: 'refusal';
  steps: {
    step: BrokenStep;
    label: string;
    is: 'done' | 'broken' | 'to-come';
    /** How far it came, for who doesn't see the mark: "done", "broke here", "not reached". */
    state?: string;
  }[];
  title: string;
  lead: string;
  /** What to do next, in the box. */
  todo: string;
  /** The code as it was asked for, in six slots; null: not drawn. */
  slots: string[] | null;
  /** The code of the refusal, and the attempt's short id, a line each. */
  small: string[];
}

export type Frame =
  | WaitingFrame
  | ListFrame
  | StartFrame
  | ScanFrame
  | NoCameraFrame
  | TypeFrame
  | FoundFrame
  | ReplaceFrame
  | FormFrame
  | ProgressFrame
  | DoneFrame
  | RefusalFrame;

/** What a frame's component takes. */
export interface FrameProps<One extends Frame> {
  frame: One;
  send: (press: Press) => void;
}
