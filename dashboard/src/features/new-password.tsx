import { useTools } from '../tools.ts';
import { Field } from '../ui/field.tsx';

/** Where a password is chosen: says before what it has to be, and after what the service said of it. */
export function NewPassword(props: {
  name: string;
  value: string;
  onValue(value: string): void;
  error?: string | undefined;
}) {
  const { words } = useTools();
  return (
    <Field
      label={words.common.newPassword}
      type="password"
      name={props.name}
      autocomplete="new-password"
      required
      maxLength={128}
      hint={words.common.newPasswordHint}
      value={props.value}
      onInput={(event) => props.onValue(event.currentTarget.value)}
      error={props.error}
    />
  );
}
