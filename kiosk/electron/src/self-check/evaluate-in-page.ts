import type { WebContents } from 'electron';
import type { Clock } from '@sign-display/kiosk-agent/ports';

const ANSWER_WITHIN_MS = 10_000;

/** Evaluates `expression`, a promise, in the page as if after a touch, and returns its value. Rejects after 10 s. */
export function askPage<Answer>(contents: WebContents, clock: Clock, expression: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ANSWER_WITHIN_MS, () =>
      reject(new Error(`a page did not answer the self-check: ${expression}`)),
    );
    contents
      .executeJavaScript(expression, true)
      .then((answer) => resolve(answer as Answer), reject)
      .finally(cancel);
  });
}
