import { splitProps } from 'solid-js';
import { useTools } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toasts.tsx';

/**
 * The attributes of a control that may be refused. It is not `disabled`: touch and keys reach it, a screen reader
 * reads the reason with its name, and a press shows it.
 */
export function createRefusal(whyNot: () => string | undefined, run: (event: MouseEvent) => void) {
  const { words } = useTools();
  return {
    get title() {
      return whyNot();
    },
    get 'aria-disabled'() {
      return whyNot() !== undefined;
    },
    onClick(event: MouseEvent): void {
      const why = whyNot();
      if (why === undefined) return run(event);
      event.preventDefault();
      showToast(why, words.shell.toasts);
    },
  };
}

type Deed = Omit<Parameters<typeof Button>[0], 'onClick' | 'disabled'> & {
  /** Why a press does nothing now. */
  whyNot: string | undefined;
  /** A press was just sent. */
  isBusy?: boolean;
  onClick?(event: MouseEvent): void;
};

/** A button that says why it does nothing. */
export function RefusableButton(props: Deed) {
  const [own, rest] = splitProps(props, ['whyNot', 'isBusy', 'onClick']);
  const refusal = createRefusal(
    () => own.whyNot,
    (event) => own.onClick?.(event),
  );
  return (
    <Button
      {...rest}
      {...refusal}
      isRefused={own.whyNot !== undefined}
      aria-disabled={own.whyNot !== undefined || own.isBusy === true}
    />
  );
}
