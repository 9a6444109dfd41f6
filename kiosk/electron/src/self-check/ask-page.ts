import type { Event, WebContents } from 'electron';
import type { Clock } from '@sign-display/kiosk-agent/ports';

const ANSWER_WITHIN_MS = 10_000;
/** No page of anybody has this title by chance. */
const MARK = 'answer-of-the-self-check:';

/**
 * What `expression`, a promise, becomes in that page, as if somebody had touched it. The answer comes as the page's title, because Electron 9 hands no promise
 * out of a page whose world is kept apart. Rejects where none comes.
 */
export function askPage<Answer>(contents: WebContents, clock: Clock, expression: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      cancel();
      contents.removeListener('page-title-updated', heard);
    };
    const heard = (_event: Event, title: string): void => {
      if (!title.startsWith(MARK)) return;
      end();
      resolve(JSON.parse(title.slice(MARK.length)) as Answer);
    };
    const fail = (error: Error): void => {
      end();
      reject(error);
    };
    const cancel = clock.after(ANSWER_WITHIN_MS, () => fail(new Error('a page did not answer what was tried on it')));
    contents.on('page-title-updated', heard);
    const code = `(${expression}).then((answer) => { document.title = '${MARK}' + JSON.stringify(answer) }); 0`;
    contents.executeJavaScript(code, true).catch(fail);
  });
}
