/** The text of a mail as the outbox keeps it: one part, or that beside its HTML. */
export function textOfMail(raw: string): string {
  const [body] = /(?<=^Content-Type: text\/plain[^\r]*\r\n(?:[^\r]+\r\n)*\r\n)[\w+/=\r\n]*/m.exec(raw) ?? [];
  if (body === undefined) throw new Error('This mail has no text.');
  return Buffer.from(body, 'base64').toString();
}
