import { Confirm } from '../../ui/confirm.tsx';
import { useWallTools } from '../../wall-tools.tsx';
import type { AskedFirst } from './asked-first.ts';

/** Asks before what can't be undone is sent to so many signs; null: nothing is asked. */
export function AskFirst(props: { what: AskedFirst | null; count: number; onKeep(): void; onSend(): void }) {
  const { words } = useWallTools();
  const said = words.deeds.bulk;
  const { background, names } = words.sign.commands;
  const what = () => props.what ?? 'reboot';
  const called = (): string => {
    const is = what();
    return is === 'on' || is === 'off' ? background[is] : (names[is] ?? is);
  };
  return (
    <Confirm
      isOpen={props.what !== null}
      title={said.askTitle(called(), props.count)}
      text={said.askText[what()]}
      safe={said.keep}
      action={called()}
      onSafe={() => props.onKeep()}
      onAction={() => props.onSend()}
    />
  );
}
