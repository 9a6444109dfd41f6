import { Show } from 'solid-js';
import { Confirm } from '../../ui/confirm.tsx';
import { useWallTools } from '../../wall-context.ts';
import type { Disruptive } from './needs-confirmation.ts';
import { useWallActions } from './wall-actions.tsx';
import { countReachable } from './count-reachable-signs.ts';

/** Asks before a disruptive action is sent to so many signs, and says how many of them it reaches; `what` null: nothing is asked. */
export function ConfirmBulk(props: {
  what: Disruptive | null;
  signIds: readonly string[];
  onKeep(): void;
  onSend(): void;
}) {
  const { words } = useWallTools();
  const { seen } = useWallActions();
  const said = words.wallActions.bulk;
  const { background, names } = words.sign.commands;
  const what = () => props.what ?? 'reboot';
  const called = (): string => {
    const is = what();
    if (is === 'override') return said.override.name;
    return is === 'on' || is === 'off' ? background[is] : (names[is] ?? is);
  };
  const reach = () => countReachable(props.signIds.flatMap((id) => seen.live.feed().signs?.get(id) ?? []));
  /** Those that are gone meanwhile, too. */
  const missed = () => props.signIds.length - reach().online;
  return (
    <Confirm
      isOpen={props.what !== null}
      title={
        what() === 'override' ? said.override.ask(props.signIds.length) : said.askTitle(called(), props.signIds.length)
      }
      text={
        <>
          {said.askText[what()]}
          <Show when={missed() > 0}>
            <span class="mt-2 block font-[580]">
              {what() === 'override' ? said.override.away(missed()) : said.askReach(reach().online, missed())}
            </span>
          </Show>
        </>
      }
      safe={said.keep}
      action={called()}
      onSafe={() => props.onKeep()}
      onAction={() => props.onSend()}
    />
  );
}
