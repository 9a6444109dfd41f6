import { createUniqueId, For } from 'solid-js';
import { offsetMsAt, isZone } from '../../times/convert-wall-time.ts';
import { beginningOf } from '../../times/zones/normalize-text.ts';
import { offsetName } from '../../times/zones/offset-name.ts';
import type { Place } from '../../times/zones/zone-search.ts';
import { useTools } from '../../app-context.ts';
import { Field } from '../../ui/field.tsx';
import type { FieldOfForm } from '../create-form.tsx';
import { useNow } from '../use-now.ts';
import { createZoneList } from './create-zone-list.ts';

const MINUTE_MS = 60_000;

const City = (props: { place: Place; typed: string }) => {
  const end = () => beginningOf(props.place.city, props.typed);
  return (
    <span class="min-w-0 truncate">
      <b class="font-[600]">
        <u class="decoration-[1.5px] underline-offset-[3px]">{props.place.city.slice(0, end())}</u>
        {props.place.city.slice(end())}
      </b>{' '}
      {props.place.country}
    </span>
  );
};

/**
 * The time zone field of an event. Accepts a zone name, or a city, country or abbreviation, for which the list below
 * shows the zones.
 */
export function ZoneField(
  props: FieldOfForm & {
    value: string;
    hint: string;
    locked: string | undefined;
    onZone(timeZone: string): void;
  },
) {
  const { words, times, clock } = useTools();
  const said = words.events;
  const now = useNow(MINUTE_MS);
  const id = createUniqueId();
  const list = createZoneList({
    value: () => props.value,
    onZone: (timeZone) => props.onZone(timeZone),
    load: async () =>
      (await import('../../times/zones/zone-search.ts')).createZones(words.common.language, times.viewerZone),
  });
  const offset = (timeZone: string) => offsetName(offsetMsAt(clock.now(), timeZone));
  const time = (timeZone: string) => times.said(now(), 'time', timeZone);
  const hint = () => {
    const typed = props.value.trim();
    return isZone(typed) ? `${said.timeZoneNow(time(typed), offset(typed))} ${props.hint}` : props.hint;
  };
  const open = (): void => {
    if (props.locked === undefined) list.open();
  };
  const idOf = (place: Place) => `${id}-${list.found().indexOf(place)}`;
  function step(by: number): void {
    if (props.locked === undefined) list.step(by);
    const active = list.active();
    if (active) document.getElementById(idOf(active))?.scrollIntoView({ block: 'nearest' });
  }
  /** Each handler returns whether it used the key. */
  const KEYS: Record<string, () => boolean> = {
    ArrowDown: () => (step(1), true),
    ArrowUp: () => (step(-1), true),
    Enter: list.pickActive,
    Escape: () => {
      const wasOpen = list.isOpen();
      list.close();
      return wasOpen;
    },
  };
  return (
    <Field
      {...props}
      hint={hint()}
      required
      autocomplete="off"
      spellcheck={false}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={list.isOpen()}
      aria-controls={`${id}-list`}
      aria-activedescendant={list.isOpen() && list.active() ? idOf(list.active()!) : undefined}
      onFocus={(event) => {
        event.currentTarget.select();
        list.fetchAhead();
      }}
      onInput={(event) => {
        props.onInput(event);
        open();
      }}
      onClick={open}
      onBlur={() => list.leave()}
      onKeyDown={(event) => {
        if (event.isComposing || !KEYS[event.key]?.()) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      overlay={
        <>
          <p class="sr-only" role="status">
            {list.isOpen() ? said.timeZonesFound(list.found().length) : ''}
          </p>
          <ul
            id={`${id}-list`}
            role="listbox"
            aria-label={said.timeZones}
            class="absolute inset-x-0 top-1 z-20 max-h-[min(20rem,45dvh)] overflow-y-auto rounded-control border border-line-strong bg-surface py-1 shadow-float"
            classList={{ hidden: !list.isOpen() }}
            // Keep the focus in the field.
            onPointerDown={(event) => event.preventDefault()}
          >
            <For
              each={list.found()}
              fallback={
                <li role="option" aria-disabled="true" aria-selected="false" class="px-3 py-2 text-ink-2">
                  {said.noTimeZone}
                </li>
              }
            >
              {(place) => (
                <li
                  id={idOf(place)}
                  role="option"
                  aria-selected={place === list.active()}
                  class="grid cursor-pointer grid-cols-[1fr_auto] items-baseline gap-x-3 px-3 py-1.5 text-[calc(14rem/16)] max-[700px]:min-h-12"
                  classList={{ 'bg-act text-on-act': place === list.active() }}
                  onPointerMove={() => list.setActive(place)}
                  onClick={() => list.pick(place)}
                >
                  <City place={place} typed={props.value} />
                  <span class="tabular-nums">
                    <b class="font-[600]">{time(place.timeZone)}</b> {offset(place.timeZone)}
                  </span>
                  <span class="col-span-2 truncate font-mono text-11">{place.timeZone}</span>
                </li>
              )}
            </For>
          </ul>
        </>
      }
    />
  );
}
