import { encodeQR } from 'qr';

/** White modules on black, whatever the terminal's colours: a scanner wants the border light. */
const [WHITE_ON_BLACK, AS_BEFORE] = ['\u001B[97;40m', '\u001B[0m'];

function drawQr(text: string): string {
  const lines = encodeQR(text, 'ascii', { ecc: 'low', border: 2 }).trimEnd().split('\n');
  return lines.map((line) => `${WHITE_ON_BLACK}${line}${AS_BEFORE}\n`).join('');
}

interface PhoneWay {
  /** The page that installs the authority and leads on to the app. */
  helpUrl: string;
  /** The service’s addresses, beside the one that was told. */
  others: readonly string[];
  fingerprint: string;
  /** The file with the authority's certificate. */
  path: string;
  url: string;
  /** No phone has it yet. */
  isNew: boolean;
  /** To be installed before it signs. */
  successor: { fromDay: string; fingerprint: string } | null;
}

/** How a phone and a kiosk come to trust the local authority. The QR is drawn for people only. */
export function printPhoneUrl({ helpUrl, others, fingerprint, path, url, isNew, successor }: PhoneWay): void {
  const qr = process.stderr.isTTY ? drawQr(helpUrl) : '';
  const also = others.length === 0 ? '' : `  Also at ${others.join(', ')}\n`;
  const next =
    successor === null
      ? ''
      : `  This certificate expires on ${successor.fromDay}. Before that, install the next one on each phone from the same page, and copy ${path} to each kiosk again.\n    fingerprint of the next one  ${successor.fingerprint}\n`;
  process.stderr.write(
    `\n  On a phone, open ${helpUrl}  (${isNew ? 'new certificate: install it once on each phone' : 'install the certificate once'}, then continue to the app)\n${qr}    fingerprint  ${fingerprint}\n${also}  A kiosk: npm run kiosk -- --server ${url} --ca ${path}\n${next}`,
  );
}
