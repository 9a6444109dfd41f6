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
  usual: 'h-[30px] gap-1.5 px-[11px] max-[700px]:h-12 max-[700px]:px-4 max-[700px]:text-15',
  large: 'h-[46px] max-[700px]:h-12 w-full px-4 text-15',
};

interface Look {
  kind?: keyof typeof KINDS;
  size?: keyof typeof SIZES;
}

/** The look of a button, for links that stand where one would. */
export const buttonLook = ({ kind = 'usual', size = 'usual' }: Look): string =>
  `inline-flex items-center justify-center rounded-control border font-[560] whitespace-nowrap no-underline disabled:opacity-45 ${KINDS[kind]} ${SIZES[size]}`;

export function Button(props: Look & JSX.ButtonHTMLAttributes<HTMLButtonElement>) {
  const [look, rest] = splitProps(props, ['kind', 'size']);
  return <button type="button" {...rest} class={buttonLook(look)} />;
}
