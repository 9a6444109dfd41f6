import { createMemo, createSignal } from 'solid-js';
import { isZone } from '../../times/instants.ts';
import type { Place, Zones } from '../../times/zones/zone-search.ts';

/**
 * The list below the time zone's field: which places fit what is typed, and which of them the keys have reached. `value`: what the field holds. `onZone` gets the
 * zone that was picked. `load`: fetches what is known of zones, the first time that somebody comes to the field.
 */
export function createZoneList(props: { value(): string; onZone(timeZone: string): void; load(): Promise<Zones> }) {
  const [zones, setZones] = createSignal<Zones>();
  const [isWanted, setWanted] = createSignal(false);
  const [at, setAt] = createSignal(0);
  let asked: Promise<void> | undefined;
  // Without the list the field still takes the name of a zone.
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
    /** Picks the one that the keys have reached; whether there was one. */
    pickActive(): boolean {
      const place = isOpen() ? active() : undefined;
      if (place) pick(place);
      return place !== undefined;
    },
    /** Who goes on with part of a name means the first that fits. The name of a zone stays as it is. */
    leave(): void {
      const place = isOpen() ? active() : undefined;
      close();
      if (place && props.value().trim() !== '' && !isZone(props.value().trim())) props.onZone(place.timeZone);
    },
  };
}
