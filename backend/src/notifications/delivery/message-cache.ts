import type { Language } from '@sign-display/contracts/languages';
import type { Selectable } from 'kysely';
import type { MessageTable } from '../tables.ts';
import { notificationWords } from '../words/words-for-language.ts';
import { renderNotificationMail, type RenderedMail } from './notification-mail.ts';

/** The content of a message, which never changes, for all its readers. */
export type Message = Pick<
  Selectable<MessageTable>,
  'id' | 'at' | 'eventId' | 'eventName' | 'kind' | 'title' | 'text' | 'entries' | 'parts'
>;

export interface RememberedMessage extends Message {
  /** Renders the mail in this language, with times on the wall clock of this zone. */
  renderedIn(language: Language, timeZone: string): RenderedMail;
}

/**
 * Messages that are delivered at the same time: a storm makes one message for each set of settings that people share.
 * Each may take about 100 kB, and each language caches two texts.
 */
const MOST_REMEMBERED = 8;

/**
 * Caches the messages that were requested last, so that a message to 200 people is read and rendered once and not 200
 * times. `load` resolves with undefined if there is no message. Its results are cached, its rejections are not.
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
        // Someone may change the event's time zone while its mails are sent.
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
