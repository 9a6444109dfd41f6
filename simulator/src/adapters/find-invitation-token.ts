import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The token in the newest invitation that was mailed to `email`, from the messages that a backend without a mail server leaves in
 * `folder` (contract, section 6, MAIL_FROM). Null where there is none. `textOf` reads a message that has one character for each byte.
 */
export async function findInvitationToken(
  folder: string,
  email: string,
  textOf: (raw: string) => string,
): Promise<string | null> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  for (const name of names.toReversed()) {
    const raw = await readFile(join(folder, name), 'latin1');
    const [headers = ''] = raw.split('\r\n\r\n');
    if (!headers.split('\r\n').includes(`To: ${email}`)) continue;
    const token = /\/invite\/([\w-]+)/.exec(textOf(raw))?.[1];
    if (token !== undefined) return token;
  }
  return null;
}
