/** The subject and the text of a mail as an SMTP server received it: quoted-printable or base64 (RFC 2045), encoded words (RFC 2047). `raw` has one character for each byte or is ASCII. */
export function readReceivedMail(raw: string): { subject: string; text: string } {
  const headers = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const subject = (/^Subject: (.*)$/m.exec(headers)?.[1] ?? '')
    .replace(/\?= +=\?/g, '?==?')
    .replace(/(?:=\?utf-8\?[BQ]\?[^?]*\?=)+/gi, (words) =>
      Buffer.concat(
        [...words.matchAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi)].map(([, form, word]) => bytesOf(form!, word!)),
      ).toString(),
    );
  const part = /^Content-Type: text\/plain[^\r]*\r\n(?:[^\r]+\r\n)*\r\n/m.exec(raw);
  if (!part) throw new Error('This mail has no text.');
  const [body] = raw.slice(part.index + part[0].length).split(/\r\n--/);
  const isBase64 = /^Content-Transfer-Encoding: base64/im.test(part[0]);
  const text = isBase64 ? Buffer.from(body!, 'base64') : fromQuotedPrintable(body!);
  return { subject, text: text.toString().replaceAll('\r\n', '\n') };
}

const fromQuotedPrintable = (body: string): Buffer =>
  Buffer.from(
    body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
const bytesOf = (form: string, word: string): Buffer =>
  form.toUpperCase() === 'B' ? Buffer.from(word, 'base64') : fromQuotedPrintable(word.replaceAll('_', ' '));
