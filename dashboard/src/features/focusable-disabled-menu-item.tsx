import type { JSX } from 'solid-js';
import { useTools } from '../app-context.ts';
import { MenuItem } from '../ui/menu.tsx';
import { showToast } from '../ui/toasts.tsx';

/** A menu item that says why it does nothing. Separate from `RefusableButton`, whose pages do not all load menus. */
export function RefusableMenuItem(props: { whyNot: string | undefined; onSelect(): void; children: JSX.Element }) {
  const { words } = useTools();
  return (
    <MenuItem
      isRefused={props.whyNot !== undefined}
      title={props.whyNot}
      onSelect={() => (props.whyNot === undefined ? props.onSelect() : showToast(props.whyNot, words.shell.toasts))}
    >
      {props.children}
    </MenuItem>
  );
}
