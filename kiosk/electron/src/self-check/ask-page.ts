import type { WebContents } from 'electron';
import type { Clock } from '@sign-display/kiosk-agent/ports';

const ANSWER_WITHIN_MS = 10_000;

/** Returns the value of `expression`, a promise, in that page, run as if somebody had touched the page. Rejects after 10 s without an answer. */
export function askPage<Answer>(contents: WebContents, clock: Clock, expression: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ANSWER_WITHIN_MS, () =>
      reject(new Error(`a page did not answer a trial of the self-check: ${expression}`)),
    );
    contents
      .executeJavaScript(expression, true)
      .then((answer) => resolve(answer as Answer), reject)
      .finally(cancel);
  });
}
