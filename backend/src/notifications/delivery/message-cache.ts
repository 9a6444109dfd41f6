import type { Language } from '@sign-display/contracts/languages';
import type { Selectable } from 'kysely';
import type { MessageTable } from '../tables.ts';
import { notificationWords } from '../words/words-for-language.ts';
import { renderNotificationMail, type RenderedMail } from './notification-mail.ts';

/** What is said, to however many people. It never changes. */
export type Message = Pick<
  Selectable<MessageTable>,
  'id' | 'at' | 'eventId' | 'eventName' | 'kind' | 'title' | 'text' | 'entries' | 'parts'
>;

export interface RememberedMessage extends Message {
  /** As a mail in this language, with times on this wall clock. */
  renderedIn(language: Language, timeZone: string): RenderedMail;
}

/** Messages that are delivered at the same time: a storm is one for each kind of wish that people have. Each may be some 100 kB, and is cached as text twice for each language. */
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
    const rendered = new Map<Language, { timeZone: string; mail: RenderedMail }>();
    return {
      ...message,
      renderedIn(language, timeZone) {
        const known = rendered.get(language);
        // The event's zone may be changed while its mails are sent.
        if (known?.timeZone === timeZone) return known.mail;
        const words = notificationWords(language);
        const mail = renderNotificationMail({ ...message, timeZone, publicUrl: publicUrl(), words });
        rendered.set(language, { timeZone, mail });
        return mail;
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
