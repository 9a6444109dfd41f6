import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createMemo, type Accessor } from 'solid-js';
import type { Filter } from '../event/sign-filter.ts';

interface NoneFoundOptions {
  /** What the filter lets through. */
  shown: Accessor<readonly SignRow[]>;
  filter: Accessor<Filter>;
  isInside: Accessor<boolean>;
}

/** Whether the filter leaves nothing to show. While somebody is inside, the last sign that leaves it takes away nothing of what they look at; another filter does. */
export function createNothingFound({ shown, filter, isInside }: NoneFoundOptions): Accessor<boolean> {
  const found = createMemo<{ by: string; isNone: boolean }>(
    (before) => {
      const by = JSON.stringify(filter());
      const isKept = isInside() && before.by === by && !before.isNone;
      return { by, isNone: shown().length === 0 && !isKept };
    },
    { by: '', isNone: false },
  );
  return createMemo(() => found().isNone);
}
