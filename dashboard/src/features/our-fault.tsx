import type { Trouble } from '../api/session.ts';
import { useTools } from '../tools.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { sayTrouble } from './troubles.ts';

/** What could not be loaded, why, and how to try again. `what`: “the history”. */
export function OurFault(props: { what: string; why: Trouble; onAgain(): void }) {
  const { words } = useTools();
  return (
    <Empty title={words.states.ourFault.title(props.what)} lead={sayTrouble(words, props.why)}>
      <Button onClick={() => props.onAgain()}>{words.trouble.tryAgain}</Button>
    </Empty>
  );
}
