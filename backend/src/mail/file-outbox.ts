import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { Ports } from '@sign-display/contracts/clock-and-random';
import { formatMessage, messageDomain, type SendMail } from './message.ts';

/** What becomes of a mail without a mail server, in words for its sender and for an admin. */
export const IN_OUTBOX =
  'Mail is not set up. The mail was saved as a file in the outbox of the service and was not sent.';

/**
 * Mail without a mail server: each message is a file in `folder` (contract, section 6), named so that a listing is in the order of
 * writing (the same mail again is the same file), and readable by the service's user only, because it can hold a link that lets its reader in. Rejects with the system's error.
 */
export function createOutbox(deps: Ports & { folder: string; from: string; publicUrl(): string }): SendMail {
  const { folder, from, publicUrl, clock, random } = deps;
  return async (mail) => {
    const id = mail.id ?? makeUuidV7(clock, random);
    const path = join(folder, `${id}.eml`);
    const domain = messageDomain(from, publicUrl());
    const message = formatMessage(mail, { from, id, domain, at: new Date(clock.now()) });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Whoever watches the folder finds whole messages only.
    const unfinished = `${path}.part`;
    await writeFile(unfinished, message, { mode: 0o600 });
    await rename(unfinished, path);
  };
}
