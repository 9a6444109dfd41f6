import type { WallWords } from '../../words/wall-words-loader.ts';
import { bare } from '../../ui/code-and-url-format.ts';
import { wantedOf, type Run } from './bulk-run-progress.ts';

/** What a run does, in words: its name, and what it sets. Pure. */

export function bulkText({ wallActions, sign }: WallWords, run: Run): { title: string; what: string } {
  const { action } = run;
  const wanted = wantedOf(run);
  const said = wallActions.bulk;
  const on = (what: string) => said.title(what, wanted);
  if (action === 'undo') return { title: said.undone(wanted), what: '' };
  if ('url' in action)
    return { title: on(sign.content.button), what: action.url === null ? said.noPage : bare(action.url) };
  if ('override' in action) return { title: on(said.override.name), what: '' };
  if ('settings' in action) return { title: on(sign.tabs.signSettings), what: '' };
  if (action.command === 'set_background_mode')
    return { title: on(action.args.enabled ? sign.commands.background.on : sign.commands.background.off), what: '' };
  const what = action.command === 'display_content' ? bare(action.args.url) : '';
  return { title: on(sign.commands.names[action.command] ?? action.command), what };
}
