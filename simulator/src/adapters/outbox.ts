import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The token in the newest invitation that was mailed to `email`, from the messages that a backend without a mail server leaves in
 * `folder` (contract, section 6, MAIL_FROM). Null where there is none.
 */
export async function findInvitationToken(folder: string, email: string): Promise<string | null> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  for (const name of names.toReversed()) {
    const [headers = '', body = ''] = (await readFile(join(folder, name), 'utf8')).split('\r\n\r\n');
    if (!headers.split('\r\n').includes(`To: ${email}`)) continue;
    const token = /\/invite\/([\w-]+)/.exec(Buffer.from(body, 'base64').toString('utf8'))?.[1];
    if (token !== undefined) return token;
  }
  return null;
}
