import { createSignal, type Accessor } from 'solid-js';
import type { Seen } from '../../event/event-page-frame.tsx';
import type { Preferences } from '../../api/browser-preferences.ts';

/** Whether the wall asks a system owner to set up mail, and where. Other users can't change that. */
export interface MailSetup {
  /** The folder to which the service writes its mails; null: mail is set up, or this person can't change it. */
  outbox: string | null;
  /** The banner is put off on this device. */
  isPutOff: Accessor<boolean>;
  putOff(): void;
  /** The steps are open beside the signs. */
  isOpen: Accessor<boolean>;
  setOpen(isOpen: boolean): void;
}

export function createMailSetup({ me }: Pick<Seen, 'me'>, { mailNotice }: Preferences): MailSetup {
  const [isOpen, setOpen] = createSignal(false);
  return {
    outbox: me.mail.outbox,
    isPutOff: () => mailNotice.value() === 'later',
    putOff: () => mailNotice.choose('later'),
    isOpen,
    setOpen,
  };
}
