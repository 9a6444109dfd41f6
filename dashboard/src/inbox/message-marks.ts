import type { MessageKind, Notification } from '@sign-display/contracts/rest/notifications';
import type { MarkName, Severity } from '../ui/sign-marks-and-severity.ts';
import type { InboxTools } from '../inbox-context.ts';
import { CHANNELS } from './kinds-and-channels.ts';

/** Defines how the kinds of messages look, and the inbox's texts about their channels and signs. Pure. */

interface Look {
  mark: MarkName;
  severity: Severity;
}

const LOOKS: Record<MessageKind, Look> = {
  sign_offline: { mark: 'offline', severity: 'alarm' },
  sign_online: { mark: 'online', severity: 'quiet' },
  content_unreachable: { mark: 'content_unreachable', severity: 'caution' },
  content_recovered: { mark: 'showing', severity: 'quiet' },
  content_error: { mark: 'content_error', severity: 'alarm' },
  screen_blank: { mark: 'blank', severity: 'alarm' },
  sign_unstable: { mark: 'unstable', severity: 'caution' },
  claim_completed: { mark: 'acked', severity: 'good' },
  sign_unregistered: { mark: 'unlinked', severity: 'quiet' },
  update_failed: { mark: 'failed', severity: 'alarm' },
  clone_detected: { mark: 'held', severity: 'caution' },
  doors_check: { mark: 'foreground', severity: 'quiet' },
  digest: { mark: 'expired', severity: 'quiet' },
  test: { mark: 'sent', severity: 'quiet' },
  push_ending: { mark: 'refused', severity: 'caution' },
};

export const lookOf = (kind: MessageKind): Look => LOOKS[kind];

type Words = InboxTools['words']['inbox'];

/** Describes the state of a message on each channel besides the inbox. `failed`: the message failed on one of them. */
export function channelsText(
  { channels }: Pick<Notification, 'channels'>,
  words: Words,
): { said: string; failed: boolean } {
  const others = CHANNELS.flatMap((channel) =>
    channel === 'inbox' ? [] : channels.filter((one) => one.channel === channel),
  ).toReversed();
  const said = others.map(({ channel, state }) => words.states[state](words.channels[channel]));
  return {
    said: said.length === 0 ? words.channels.inbox : said.join(', '),
    failed: others.some(({ state }) => state === 'failed'),
  };
}

/** Returns how many names fit into a line of this many letters; at least one. */
export function namesInLine(names: readonly string[], letters: number): number {
  let used = 0;
  let count = 0;
  for (const name of names) {
    used += name.length + 3;
    if (used > letters && count > 0) break;
    count += 1;
  }
  return count;
}
