import { splitProps, type JSX } from 'solid-js';

const KINDS = {
  /** The one thing to do here. */
  primary: 'border-act bg-act text-on-act',
  usual: 'border-line-strong bg-surface hover:border-ink',
  /** There is no undo. */
  danger: 'border-alarm bg-surface text-alarm',
};
const SIZES = {
  /** On a phone large enough for a thumb. */
  usual: 'min-h-[30px] gap-1.5 px-[11px] max-[700px]:min-h-12 max-[700px]:px-4 max-[700px]:text-15',
  large: 'min-h-[46px] max-[700px]:min-h-12 w-full px-4 text-15',
};

interface Look {
  kind?: keyof typeof KINDS;
  size?: keyof typeof SIZES;
  /** A press says why it does nothing. */
  isRefused?: boolean;
}

/** The look of a button, for links that stand where one would. */
export const buttonLook = ({ kind = 'usual', size = 'usual', isRefused = false }: Look): string =>
  `inline-flex max-w-full items-center justify-center rounded-control border font-[560] text-center whitespace-nowrap no-underline max-[700px]:wrap-anywhere max-[700px]:whitespace-normal disabled:opacity-45 ${isRefused ? 'opacity-45' : ''} ${KINDS[kind]} ${SIZES[size]}`;

export function Button(props: Look & JSX.ButtonHTMLAttributes<HTMLButtonElement>) {
  const [look, rest] = splitProps(props, ['kind', 'size', 'isRefused']);
  return <button type="button" {...rest} class={buttonLook(look)} />;
}
