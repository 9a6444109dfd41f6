/** What the person at the terminal is told when the service is ready. It goes to stderr: the log is for machines. */

/** The one time that a made-up password is shown: to the person at the terminal, never to the log. */
export function tellOwner(url: string, owner: { email: string; password: string | null }): void {
  const secret = owner.password === null ? 'the one in BOOTSTRAP_PASSWORD' : `${owner.password}   (shown this once)`;
  process.stderr.write(`\n  Sign in at ${url}\n    e-mail    ${owner.email}\n    password  ${secret}\n`);
}

export const tellAddress = (url: string): void => void process.stderr.write(`\n  Sign in at ${url}\n`);

/** Where an invitation goes that no mail server takes; `outbox` null: there is one. */
export function tellMail(outbox: string | null): void {
  const where = outbox === null ? '' : `  Mail is written to ${outbox} (SMTP_URL sends it)\n`;
  process.stderr.write(`${where}\n`);
}
