import type { WallWords } from '../../words/wall-words.ts';
import { bare } from '../../ui/short.ts';
import { wantedOf, type Run } from './bulk.ts';

/** What a run does, in words: its name, and what it sets. Pure. */

export function sayRun({ deeds, sign }: WallWords, run: Run): { title: string; what: string } {
  const { deed } = run;
  const wanted = wantedOf(run);
  const said = deeds.bulk;
  const on = (what: string) => said.title(what, wanted);
  if (deed === 'undo') return { title: said.undone(wanted), what: '' };
  if ('url' in deed) return { title: on(sign.content.button), what: deed.url === null ? said.noPage : bare(deed.url) };
  if ('settings' in deed) return { title: on(sign.tabs.signSettings), what: '' };
  if (deed.command === 'set_background_mode')
    return { title: on(deed.args.enabled ? sign.commands.background.on : sign.commands.background.off), what: '' };
  const what = deed.command === 'display_content' ? bare(deed.args.url) : '';
  return { title: on(sign.commands.names[deed.command] ?? deed.command), what };
}
