import { askingPage, donePage, refusedPage } from '../inbox/mail-link-page.ts';
import type { LinkOutcome } from '../inbox/change-by-mail-link.ts';
import type { NotificationWords } from '../words/english.ts';

/** Every page behind a link of a mail, by the name of its picture. */
export function linkPages(eventName: string, words: NotificationWords): Readonly<Record<string, string>> {
  const nowMs = Date.parse('2026-11-20T19:38:57+01:00');
  const event = { name: eventName, timeZone: 'Europe/Berlin' };
  const context = { event, words, dashboardUrl: 'https://signs.lichterfest.example/' };
  const set = { untilMs: nowMs + 3_600_000, beforeMs: null };
  const done = (outcome: LinkOutcome, token: string | null = null) => donePage(outcome, token, nowMs, context);
  return {
    unsubscribe: askingPage('unsubscribe', context),
    unsubscribed: done({ is: 'unsubscribed' }, 'token'),
    resubscribe: askingPage('resubscribe', context),
    resubscribed: done({ is: 'resubscribed' }),
    mute: askingPage('snooze', context),
    muted: done({ is: 'snoozed', untilMs: set.untilMs, set }, 'token'),
    unmute: askingPage('unmute', context),
    unmuted: done({ is: 'unmuted', untilMs: null }),
    'muted-before': done({ is: 'unmuted', untilMs: nowMs + 600_000 }),
    'nothing-undone': done({ is: 'unchanged' }),
    'not-subscribed': done({ is: 'none' }),
    expired: refusedPage('expired', context),
    broken: refusedPage('broken', context),
  };
}
