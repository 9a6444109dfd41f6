import { createMemo, createSignal } from 'solid-js';
import { isZone } from '../../times/convert-wall-time.ts';
import type { Place, Zones } from '../../times/zones/zone-search.ts';

/**
 * The list below the time zone field: the places that match the text, and the active one. `value`: the text of the
 * field. `onZone` gets the selected zone. `load` fetches the zone table when the field first gets the focus.
 */
export function createZoneList(props: { value(): string; onZone(timeZone: string): void; load(): Promise<Zones> }) {
  const [zones, setZones] = createSignal<Zones>();
  const [isWanted, setWanted] = createSignal(false);
  const [at, setAt] = createSignal(0);
  let asked: Promise<void> | undefined;
  // Without the list, the field still accepts the name of a zone.
  const fetchAhead = () =>
    (asked ??= props.load().then(
      (came) => void setZones(came),
      () => (asked = undefined),
    ));

  const found = createMemo<readonly Place[]>(() => (isWanted() && zones()?.find(props.value())) || []);
  const isOpen = () => isWanted() && zones() !== undefined;
  const active = (): Place | undefined => found()[Math.min(at(), found().length - 1)];
  const close = (): void => void setWanted(false);
  function pick(place: Place): void {
    close();
    props.onZone(place.timeZone);
  }
  function step(by: number): void {
    const count = found().length;
    if (!isOpen()) return open();
    if (count > 0) setAt((at() + by + count) % count);
  }
  function open(): void {
    void fetchAhead();
    setAt(0);
    setWanted(true);
  }
  return {
    fetchAhead: () => void fetchAhead(),
    found,
    isOpen,
    active,
    setActive: (place: Place) => setAt(found().indexOf(place)),
    open,
    close,
    step,
    pick,
    /** Selects the active place. Returns false if there is none. */
    pickActive(): boolean {
      const place = isOpen() ? active() : undefined;
      if (place) pick(place);
      return place !== undefined;
    },
    /** Leaving the field with part of a name selects the first match. A complete zone name stays. */
    leave(): void {
      const place = isOpen() ? active() : undefined;
      close();
      if (place && props.value().trim() !== '' && !isZone(props.value().trim())) props.onZone(place.timeZone);
    },
  };
}
