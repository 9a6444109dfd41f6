/** The parts of a mail (RFC 5322, RFC 2045) that the simulator reads. */
interface ReadMail {
  /** The Message-ID without its brackets; empty where there is none. */
  messageId: string;
  text: string;
}

function decodeQuotedPrintable(body: string): Buffer {
  const joined = body.replace(/=\r?\n/g, '');
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

function split(part: string): { headers: string; body: string } {
  const at = part.indexOf('\r\n\r\n');
  const headers = at === -1 ? part : part.slice(0, at);
  return { headers: headers.replace(/\r\n[ \t]+/g, ' '), body: at === -1 ? '' : part.slice(at + 4) };
}

const header = (headers: string, name: string): string =>
  new RegExp(`^${name}: *(.*)$`, 'im').exec(headers)?.[1]?.trim() ?? '';

function plainText(part: string): string | null {
  const { headers, body } = split(part);
  const type = header(headers, 'content-type') || 'text/plain';
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary !== undefined) {
    for (const inner of body.split(`--${boundary}`).slice(1)) {
      const text = inner.startsWith('--') ? null : plainText(inner.replace(/^\r\n/, ''));
      if (text !== null) return text;
    }
    return null;
  }
  if (!/^text\/plain/i.test(type)) return null;
  const encoding = header(headers, 'content-transfer-encoding').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body).toString();
  return Buffer.from(body, 'latin1').toString();
}

/** Reads a mail as it came over the wire. `raw` has one character for each byte. */
export function readMail(raw: string): ReadMail {
  const messageId = header(split(raw).headers, 'message-id').replace(/^<|>$/g, '');
  return { messageId, text: (plainText(raw) ?? '').replaceAll('\r\n', '\n') };
}
