import type { HistoryItem } from '@sign-display/contracts/rest/signs';
import { commandName } from './command-name.ts';
import { COMMAND_MARKS } from './command-marks.ts';
import { inSeconds } from '../ui/durations.ts';
import type { MarkName } from '../ui/sign-marks-and-severity.ts';
import type { WallWords } from '../words/wall-words-loader.ts';

/** An item of a sign's history in words: what happened, by whom, and the rest of what is known. Pure. */

export interface HistoryItemText {
  mark: MarkName;
  title: string;
  /** Empty where there is nothing more. */
  more: string;
}

const CONTENT: Record<string, MarkName> = {
  content_displayed: 'showing',
  content_recovered: 'showing',
  content_unreachable: 'content_unreachable',
  content_error: 'content_error',
};
/** What a kiosk says of its screen. */
const SCREEN: Record<string, MarkName> = { screen_blank: 'blank', screen_recovered: 'acked' };
const CLAIMS: ReadonlySet<string> = new Set(['claim', 'link', 'replace']);

const short = (id: string): string => `${id.slice(0, 4)}…${id.slice(-4)}`;

function markOf({ kind, outcome, reason }: HistoryItem): MarkName {
  if (kind === 'status') return SCREEN[reason ?? ''] ?? 'unknown';
  if (CLAIMS.has(kind)) return outcome === 'committed' ? 'acked' : 'failed';
  if (kind === 'command' || kind === 'command_late') return COMMAND_MARKS[outcome ?? ''] ?? 'expired';
  return (
    CONTENT[kind] ??
    (kind === 'unregister' || kind === 'delete' ? 'unlinked' : kind === 'clone_detected' ? 'expired' : 'acked')
  );
}

/** `args`: of a command, where they are known. */
export function historyText(all: WallWords, item: HistoryItem, args?: object): HistoryItemText {
  const { sign: words, common } = all;
  const { history: said, settings } = words;
  const { kind, outcome, actor, detail, reason, url, durationMs, requestId } = item;
  const isClaim = CLAIMS.has(kind);
  const hasFailed = isClaim && outcome !== 'committed';
  const isCommand = kind === 'command' || kind === 'command_late';
  // “refresh: why it failed” of a command.
  const [order = '', ...why] = isCommand ? (detail ?? '').split(': ') : [];
  const screen = kind === 'status' ? said.screen[reason ?? ''] : undefined;
  const told = screen ?? said.kinds[kind];
  const called = hasFailed ? said.failed[kind] : isCommand ? commandName(all, order, args) : told;
  const fieldOf = (name: string): string =>
    name === 'override'
      ? words.shows.manualPage
      : name === 'url'
        ? words.content.url
        : (settings.fields[name.replace(/^settings\./, '') as 'name'] ?? name);
  const fields = kind === 'update' ? (detail ?? '').split(', ').map(fieldOf) : [];
  const more = isClaim
    ? hasFailed
      ? [outcome, reason, detail]
      : [
          durationMs !== null && said.proved(inSeconds(durationMs, common.language)),
          requestId && said.attempt(short(requestId)),
          detail,
        ]
    : isCommand
      ? [outcome !== 'acked' && outcome, why.join(': ') || reason, url]
      : kind === 'update'
        ? [fields.join(', ')]
        : screen
          ? []
          : [reason, detail, url];
  const title = called || kind;
  return {
    mark: markOf(item),
    title: actor && !hasFailed ? said.by(title, actor.name) : title,
    more: more.filter((part) => typeof part === 'string' && part !== '').join(', '),
  };
}
