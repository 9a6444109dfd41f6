import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createEffect, createMemo, createSignal, Index } from 'solid-js';
import { useWallTools } from '../wall-context.ts';
import { factsOf, type MarkName } from '../ui/sign-marks-and-severity.ts';
import { Icon } from '../ui/icon.tsx';
import { bare, spaced } from '../ui/code-and-url-format.ts';
import { StatusMark } from '../ui/status-mark.tsx';
import { StripLine } from '../event/heartbeat-line.tsx';
import type { Viewport } from './create-viewport.ts';
import type { Strips } from './create-heartbeat-strips.ts';
import { useWallActions } from './actions/wall-actions.tsx';
import { PeekActions } from './actions/popover-actions.tsx';
import { createOuterSize } from './create-window-measures.ts';
import { cellOf } from './map-coordinates.ts';
import { inWholePx, peekPosition, type Box } from './popover-position.ts';
import { lookOf } from './sign-looks.ts';
import { lastSeenMsOf, sinceMsOf } from './status-since-time.ts';

/** What is known of one sign, beside it: never over it. It stays, unseen, while nobody peeks (`create-idle-prerender.ts`). */

/** In px, between the sign and what is known of it. */
const AWAY = 8;

/** Where it makes nothing scroll. */
const NOWHERE: Box = { x: 4, y: 4, width: 0, height: 0 };

export function Peek(props: {
  isOpen: boolean;
  sign: SignRow;
  number: number;
  sight: Viewport;
  isHeld: boolean;
  /** The page isn't live. */
  isOld: boolean;
  strips: Strips;
  timeZone: string;
  isChosen: boolean;
  onChoose(): void;
  onClose(): void;
  /** Where it stands; null: it is closed. */
  onPlaced(box: Box | null): void;
}) {
  const { words, times, page } = useWallTools();
  const wallActions = useWallActions();
  // What can be done is drawn in a frame after what is known, and done by its key at once.
  const [isWhole, setWhole] = createSignal(false);
  page.atIdleFrame(() => setWhole(true));
  props.strips.watch(() => (props.isOpen ? [props.sign.id] : []));
  const strip = () => props.strips.of(props.sign.id);
  const [section, setSection] = createSignal<HTMLElement>();
  /** How high it is depends on the sign: an outage and a command each take a line more. */
  const size = createOuterSize(section);
  const isSeen = (): boolean => props.isOpen && props.sight.ground() !== null;
  const at = createMemo(() => {
    const ground = props.sight.ground();
    if (!props.isOpen || !ground) return NOWHERE;
    const { x, y, width, height } = cellOf(ground, props.number);
    const cell = inWholePx({ x: x - props.sight.camera().x, y: y - props.sight.camera().y, width, height });
    return peekPosition(cell, size(), props.sight.size(), AWAY, cell.width - size().width, null);
  });
  createEffect(() => props.onPlaced(isSeen() ? at() : null));
  const said = (atMs: number): string => times.said(atMs, 'seconds', props.timeZone);
  const facts = (): { mark: MarkName; known: string }[] => {
    const { sign } = props;
    const { connection, content, isThen, screen } = factsOf(sign, props.isHeld);
    const address = sign.shown.url === null ? words.map.peek.nothing : bare(sign.shown.url);
    const sinceMs = sinceMsOf(sign, wallActions.outages());
    // Beside what it is the age of: a status' age is not the screen's.
    const sinceOf = (mark: MarkName): string =>
      sinceMs === null || mark !== lookOf(sign) ? '' : words.map.peek.since(said(sinceMs));
    const isFailing = content === 'content_error' || content === 'content_unreachable';
    const ofContent = [isThen ? words.map.peek.ofThen : isFailing ? sinceOf(content) : '', address];
    const heard = lastSeenMsOf(sign, connection, props.isOld);
    const heardSaid =
      heard === 'now' ? words.map.peek.heardNow : heard === null ? '' : words.map.peek.heard(said(heard));
    return [
      { mark: connection, known: heardSaid },
      { mark: content, known: ofContent.filter((part) => part !== '').join(', ') },
      { mark: screen, known: screen === 'blank' ? sinceOf(screen) : '' },
    ];
  };
  return (
    <section
      ref={setSection}
      aria-label={words.map.peek.title(props.sign.name)}
      class="z-10 w-[calc(330rem/16)] max-w-[calc(100%-8px)] rounded-md border border-line-strong bg-surface px-3.5 py-3 shadow-float"
      classList={{ absolute: isSeen(), 'fixed invisible': !isSeen() }}
      style={{ left: `${at().x}px`, top: `${at().y}px` }}
    >
      <h3 class="flex items-baseline gap-2 text-15 font-[640]">
        <bdi class="truncate" title={props.sign.name}>
          {props.sign.name}
        </bdi>
        <span class="ms-auto flex-none font-mono text-12 font-[420] text-ink-3">
          {props.sign.device && spaced(props.sign.device.shortCode)}
        </span>
        <button
          type="button"
          class="-me-1.5 grid size-6 flex-none place-items-center self-center text-ink-2 hover:text-ink max-[700px]:size-12"
          aria-label={words.map.peek.close}
          onClick={() => props.onClose()}
        >
          <Icon is="close" size={13} />
        </button>
      </h3>
      <p class="mt-px truncate text-ink-2" title={props.sign.location}>
        <bdi>{props.sign.location}</bdi>
      </p>
      <dl class="my-2.5 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-[5px]">
        {/* The same three lines for whichever sign. */}
        <Index each={facts()}>
          {(fact) => (
            <>
              <dt class="flex font-[600] [&>.text-ink-2]:text-ink">
                <StatusMark is={fact().mark} said={words.marks[fact().mark]} size={14} />
              </dt>
              <dd class="truncate text-end text-ink-2" title={fact().known}>
                {fact().known}
              </dd>
            </>
          )}
        </Index>
      </dl>
      <div class="mb-2.5">
        <StripLine
          strip={strip()}
          height={16}
          label={
            strip() && strip()!.expected > 0 ? words.sign.heartbeats.label(strip()!.kept, strip()!.expected) : null
          }
        />
      </div>
      <PeekActions
        sign={props.sign}
        isOpen={props.isOpen}
        isDrawn={isWhole()}
        isChosen={props.isChosen}
        timeZone={props.timeZone}
        onChoose={() => props.onChoose()}
      />
    </section>
  );
}
