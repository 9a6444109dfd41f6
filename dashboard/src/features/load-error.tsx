import type { Trouble } from '../api/session.ts';
import { useTools } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty-state.tsx';
import { createRetries } from './create-retries.ts';

/**
 * What could not be loaded, why, and when it is tried again, or how. `what`: “the history”; `why`: set anew at each failure; `isHeading`: it is all that its
 * page has.
 */
export function LoadError(props: { what: string; why: Trouble; isHeading?: boolean; onAgain(): void }) {
  const { words } = useTools();
  const tries = createRetries(
    () => props.why,
    () => props.onAgain(),
  );
  return (
    <Empty title={words.states.ourFault.title(props.what)} lead={tries.lead()} isHeading={props.isHeading ?? false}>
      <Button disabled={tries.isHeld()} onClick={tries.now}>
        {words.trouble.tryAgain}
      </Button>
    </Empty>
  );
}
