import type { ChannelTest } from '@sign-display/contracts/rest/subscriptions';
import type { PushWords } from '../../words/english-push.ts';

/** The result of a test message on one channel. */
export interface TestLine {
  channel: string;
  isOk: boolean;
  sentences: string[];
  /** True if the push service gave up the endpoint of this browser. */
  hasStoppedHere: boolean;
}

/** Puts a channel's result into words. A refusal of a mail server or push service stays as the service reports it. Pure. */
export function lineOf(
  { channel, ok, outcome, detail, browsers = [] }: ChannelTest,
  own: readonly string[],
  { test: said }: PushWords['push'],
): TestLine {
  const count = (wanted: ChannelTest['outcome']): number =>
    browsers.filter((browser) => browser.outcome === wanted).length;
  const stopped = browsers.filter((browser) => browser.outcome === 'stopped');
  const hasStoppedHere = stopped.some(({ endpoint }) => own.includes(endpoint));
  const stoppedHere = hasStoppedHere && browsers.length > 1 ? [said.stoppedHere] : [];
  const ofStopped = stopped.length > 0 ? [said.stopped(stopped.length), ...stoppedHere] : [];
  function sentences(): string[] {
    if (outcome === 'outbox') return [said.outbox];
    if (outcome === 'off') return [said.off];
    if (outcome === 'no_browser') return [said.noBrowser];
    if (outcome === 'late') return [said.late];
    if (outcome === 'stopped') return ofStopped;
    if (outcome === 'failed') return [detail];
    if (channel !== 'push') return [said.accepted[channel]];
    const late = count('late') > 0 ? [said.late] : [];
    return [said.browsers(count('accepted'), browsers.length), ...ofStopped, ...late];
  }
  return { channel: said.channels[channel], isOk: ok, sentences: sentences(), hasStoppedHere };
}
