import type { Notification } from '@sign-display/contracts/rest/notifications';
import { errorText } from '../features/error-text.ts';
import { showUndoToast } from '../features/undo-toast.ts';
import { useInboxTools } from '../inbox-context.ts';
import { showToast } from '../ui/toasts.tsx';
import type { Subscriptions } from './create-subscription.ts';
import { HOUR_MS, withSignsAsBefore, withSnoozedSigns } from './snoozes.ts';

type Event = NonNullable<Notification['event']>;

/** Snoozes an event or the signs of a message, and offers an undo. */
export function createSnooze(subscriptions: Subscriptions) {
  const { words, clock, times, places } = useInboxTools();
  const timeText = (atMs: number, eventId: string): string => {
    const zone = places.event(eventId)?.timeZone;
    const isToday = times.said(atMs, 'date', zone) === times.said(clock.now(), 'date', zone);
    return `${times.said(atMs, isToday ? 'time' : 'dayTime', zone)} ${times.zoneName(atMs, zone)}`;
  };
  const sayRefused = (why: Parameters<typeof errorText>[1]): void =>
    showToast(errorText(words, why), words.shell.toasts, undefined, 'snooze');

  /** Snoozes an event until `untilMs`; null ends the snooze. Resolves with false if the service refused. */
  async function snoozeEvent(event: Event, untilMs: number | null): Promise<boolean> {
    const store = subscriptions.of(event.id);
    const snoozedUntil = untilMs === null ? null : new Date(untilMs).toISOString();
    const done = await store.change((known) => ({ ...known, snoozedUntil }));
    if (!done.ok) {
      sayRefused(done.why);
      return false;
    }
    const said =
      untilMs === null
        ? words.subscription.snooze.ended
        : words.inbox.snoozedEvent(event.name, timeText(untilMs, event.id));
    const undo = async () => {
      const undone = await store.change((known) => ({ ...known, snoozedUntil: done.before.snoozedUntil }));
      return undone.ok ? undefined : undone.why;
    };
    showUndoToast(words, said, undo, `snooze ${event.id}`);
    return true;
  }

  async function snoozeSigns(event: Event, message: Notification): Promise<void> {
    const store = subscriptions.of(event.id);
    const untilMs = clock.now() + HOUR_MS;
    const ids = message.signs.map(({ id }) => id);
    const done = await store.change((known) => withSnoozedSigns(known, ids, untilMs));
    if (!done.ok) return sayRefused(done.why);
    const undo = async () => {
      const undone = await store.change((known) => withSignsAsBefore(known, ids, done.before));
      return undone.ok ? undefined : undone.why;
    };
    const said = words.inbox.snoozedSigns(message.signs[0]!.name, ids.length - 1, timeText(untilMs, event.id));
    showUndoToast(words, said, undo, `snooze ${message.id}`);
  }

  return {
    timeText,
    snoozeEvent,
    /** Snoozes the signs of a message for one hour, or its event if the message is about more signs than it names. */
    async snoozeMessage(message: Notification): Promise<void> {
      const { event, signs, signCount } = message;
      if (event === null) return;
      if (signs.length === 0 || signCount > signs.length) await snoozeEvent(event, clock.now() + HOUR_MS);
      else await snoozeSigns(event, message);
    },
    /** Ends the snooze of one sign. */
    async wakeSign(eventId: string, signId: string, name: string): Promise<void> {
      const store = subscriptions.of(eventId);
      const done = await store.change((known) => ({
        ...known,
        snoozedSigns: known.snoozedSigns.filter((one) => one.signId !== signId),
      }));
      if (!done.ok) return sayRefused(done.why);
      const undo = async () => {
        const undone = await store.change((known) => withSignsAsBefore(known, [signId], done.before));
        return undone.ok ? undefined : undone.why;
      };
      showUndoToast(words, words.subscription.snooze.removed(name), undo, `wake ${signId}`);
    },
  };
}

export type Snooze = ReturnType<typeof createSnooze>;
