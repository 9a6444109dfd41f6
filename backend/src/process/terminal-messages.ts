import { addressOf, SIGN_PAGES } from '@sign-display/contracts/page-paths';

/** What the person at the terminal is told when the service is ready. It goes to stderr: the log is for machines. */

/** The one time that a made-up password is shown: to the person at the terminal, never to the log. */
export function printOwner(url: string, owner: { email: string; password: string | null }): void {
  const secret =
    owner.password === null
      ? 'the one in BOOTSTRAP_PASSWORD'
      : `${owner.password}   (shown only once; choose your own password when you sign in)`;
  process.stderr.write(`\n  Sign in at ${url}\n    e-mail    ${owner.email}\n    password  ${secret}\n`);
}

export const printAddress = (url: string): void => void process.stderr.write(`\n  Sign in at ${url}\n`);

/** Where an invitation goes that no mail server takes; `outbox` null: there is one. */
export function printMailState(outbox: string | null): void {
  const where = outbox === null ? '' : `  Mail is written to ${outbox} (set SMTP_URL to send mail)\n`;
  process.stderr.write(`${where}\n`);
}

/** The URL that `npm run kiosk:virtual` uses by default. */
const VIRTUAL_DEFAULT = /^http:\/\/(localhost|127\.0\.0\.1):3000$/;

/**
 * How to get a first sign, while there is none. With `--https`, the service has already printed the kiosk's command
 * with its authority.
 */
export function printFirstSign(url: string, { hasOwnHttps }: { hasOwnHttps: boolean }): void {
  const server = VIRTUAL_DEFAULT.test(url) ? '' : ` -- --server ${url}`;
  const commands = hasOwnHttps
    ? ''
    : `    on a screen   npm run kiosk -- --server ${url}\n    virtual       npm run kiosk:virtual${server}\n`;
  const browser = `    in a browser  ${addressOf(url, SIGN_PAGES.browserSign)}\n`;
  process.stderr.write(`  After signing in, start a first sign:\n${browser}${commands}\n`);
}
