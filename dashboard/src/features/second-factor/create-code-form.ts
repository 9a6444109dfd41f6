import { createEffect, createMemo, createSignal, on, type Accessor } from 'solid-js';
import type { Trouble } from '../../api/session.ts';
import { createForm } from '../create-form.tsx';
import { useNow } from '../use-now.ts';
import { hasSignInEnded, isWrongCode, spacedCode, unfinishedCode, withoutFieldErrors } from './codes.ts';
import { useSecondFactorTools } from './second-factor-context.ts';

export type CodeKind = 'app' | 'recovery';

interface CodeFormOptions {
  kind?: Accessor<CodeKind>;
  /** The page's words where the service has no secret to check a code with. */
  conflict: string;
}

/**
 * A form with the field `code`, for the digits of the app or for a recovery code. After too many wrong codes it sends nothing until the wait is over.
 * `send` resolves with the service's answer. `onRight` follows a right code, and `onEnd` the answer that the sign-in or the session has ended. `wrong` has the
 * page's words for a wrong code and for the wait.
 */
export function createCodeForm(
  send: (code: string) => Promise<{ ok: true } | { ok: false; body: Trouble }>,
  onRight: () => Promise<void>,
  onEnd: () => Promise<void> | void,
  { kind = () => 'app', conflict }: CodeFormOptions,
) {
  const { words, clock, times } = useSecondFactorTools();
  const said = words.secondFactor.signIn;
  const now = useNow();
  /** The last refusal of a code, and the page's words for it. */
  const [refused, setRefused] = createSignal<{ why: Trouble; text: string }>();
  const [lockedUntilMs, setLockedUntilMs] = createSignal(0);
  const [element, setElement] = createSignal<HTMLFormElement>();
  const lockedMs = () => Math.max(0, lockedUntilMs() - now());
  const isLocked = createMemo(() => lockedMs() > 0);

  const form = createForm({ code: '' }, async ({ code }): Promise<Trouble | undefined> => {
    if (isLocked()) return form.trouble();
    const isApp = kind() === 'app';
    const unfinished = isApp ? unfinishedCode(code) : undefined;
    if (unfinished) return unfinished;
    const answer = await send(code.trim());
    if (answer.ok) return void (await onRight());
    if (answer.body?.code === 'rate_limited') setLockedUntilMs(clock.now() + (answer.body.retryAfterMs ?? 0));
    if (hasSignInEnded(answer.body)) return void (await onEnd());
    if (answer.body?.code === 'conflict') {
      setRefused({ why: answer.body, text: conflict });
      return answer.body;
    }
    if (!isWrongCode(answer.body)) return answer.body;
    const why = withoutFieldErrors(answer.body);
    setRefused({ why, text: isApp ? said.wrong(spacedCode(code)) : said.recoveryWrong });
    if (isApp) form.set({ code: '' });
    return why;
  });
  const focus = () => element()?.querySelector<HTMLInputElement>('[name=code]')?.focus();
  createEffect(on(form.trouble, focus, { defer: true }));

  return {
    form,
    setElement,
    focus,
    isLocked,
    lockedMs,
    wrong(): string | undefined {
      const why = form.trouble();
      if (why?.code === 'rate_limited') return said.locked(times.said(lockedUntilMs(), 'time'));
      return refused()?.why === why ? refused()?.text : undefined;
    },
    /** What a `<CodeField>` needs; the last digit sends the code. */
    digits: {
      label: said.code,
      get value() {
        return form.values.code;
      },
      get error() {
        return form.error('/code', said.code);
      },
      onInput: (code: string) => form.set({ code }),
      onFull: () => element()?.requestSubmit(),
    },
  };
}
