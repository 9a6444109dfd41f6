import type { Selectable } from 'kysely';
import type { MessageTable } from '../tables.ts';
import { renderNotificationMail, type RenderedMail } from './notification-mail.ts';

/** What is said, to however many people. It never changes. */
export type Message = Pick<
  Selectable<MessageTable>,
  'id' | 'at' | 'eventId' | 'eventName' | 'kind' | 'title' | 'text' | 'entries' | 'parts'
>;

export interface RememberedMessage extends Message {
  /** As a mail, with times on this wall clock. */
  renderedIn(timeZone: string): RenderedMail;
}

/** Messages that are delivered at the same time: a storm is one for each kind of wish that people have. Each may be some 100 kB, and is kept as text twice. */
const MOST_REMEMBERED = 8;

/**
 * The newest messages that were asked for, so that one to 200 people is read and put into words once, not 200 times. `load` resolves with undefined
 * where there is none; what it resolves with is kept, a rejection is not.
 */
export function createMessageMemo(deps: {
  load(id: string): Promise<Message | undefined>;
  publicUrl(): string;
}): (id: string) => Promise<RememberedMessage | undefined> {
  const { load, publicUrl } = deps;
  const remembered = new Map<string, Promise<RememberedMessage | undefined>>();

  async function read(id: string): Promise<RememberedMessage | undefined> {
    const message = await load(id);
    if (!message) return undefined;
    const rendered = new Map<string, RenderedMail>();
    return {
      ...message,
      renderedIn(timeZone) {
        const known = rendered.get(timeZone);
        if (known) return known;
        const made = renderNotificationMail({ ...message, timeZone, publicUrl: publicUrl() });
        // Of an event whose zone is changed while its mails are sent.
        rendered.clear();
        rendered.set(timeZone, made);
        return made;
      },
    };
  }

  return (id) => {
    const found = remembered.get(id) ?? read(id);
    // The newest is the last.
    remembered.delete(id);
    remembered.set(id, found);
    if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!);
    const forget = (): void => void (remembered.get(id) === found && remembered.delete(id));
    found.then((message) => (message === undefined ? forget() : undefined), forget);
    return found;
  };
}
