import type { Outage } from '@sign-display/contracts/rest/outages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createEffect, createMemo, on, onCleanup } from 'solid-js';
import { useEvery, type Reading } from '../event/repeated-read.ts';
import { useWallTools } from '../wall-context.ts';
import { areAlike, hasOutage, isBehind } from './refresh-triggers.ts';

/** What comes after an outage (people are told of it) changes no sign. */
const EVERY_MS = 30_000;
/** So often they are read again for what is to be expected. */
const TRIES_MOST = 12;
const TRY_MS = 5_000;

/** Has outages read again when who is in trouble is another or acknowledged, and now and then. `signs`: those of the event. `open`: as they were read last; undefined before. */
export function refreshOutages(
  signs: () => Iterable<SignRow>,
  { want, value, trouble }: Reading<unknown>,
  open: () => Iterable<Pick<Outage, 'signId'>> | undefined,
): void {
  const { clock } = useWallTools();
  const troubled = createMemo<readonly SignRow[]>(() => Array.from(signs()).filter(hasOutage), [], {
    equals: areAlike,
  });
  let tries = 0;
  let cancel = (): void => {};
  createEffect(on(troubled, () => (tries = 0)));
  createEffect(on(troubled, want, { defer: true }));
  createEffect(
    on([troubled, value, trouble], () => {
      cancel();
      const known = open();
      if (tries === TRIES_MOST || (known !== undefined && !isBehind(troubled(), known))) return;
      cancel = clock.after(TRY_MS, () => {
        tries += 1;
        want();
      });
    }),
  );
  onCleanup(() => cancel());
  useEvery(EVERY_MS, want);
}
