import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';

/** The text of a mail as the outbox keeps it, beside its HTML. */
export const textOf = (mail: string): string =>
  Buffer.from(/^Content-Type: text\/plain[^]*?\r\n\r\n([\w+/=\r\n]*)/m.exec(mail)?.[1] ?? '', 'base64').toString();

/** The link in the newest mail to `address` that leads to `path`, below the service; waits until there is one. */
export async function linkMailedTo(outbox: string, address: string, path: string): Promise<string> {
  const find = (): string | undefined => {
    const names = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : [];
    const links = names.toSorted().map((name) => {
      const mail = readFileSync(join(outbox, name), 'utf8');
      const isTo = new RegExp(`^To:.*${address}`, 'mi').test(mail);
      return isTo ? new RegExp(`https?://[^/\\s]+(${path}[^\\s"<]*)`).exec(textOf(mail))?.[1] : undefined;
    });
    return links.findLast((link) => link !== undefined);
  };
  // Also before the first test, where `expect.poll` is not to be had.
  return vi.waitFor(
    () => {
      const link = find();
      expect(link).toBeDefined();
      return link!;
    },
    { timeout: 20_000 },
  );
}
