import { useTools } from '../app-context.ts';
import { Field } from '../ui/field.tsx';
import type { FieldOfForm } from './create-form.tsx';

/** Where a password is chosen: says before what it has to be, and after what the service said of it. Its props are a form's `field(…)`. */
export function NewPassword(props: FieldOfForm) {
  const { words } = useTools();
  return (
    <Field
      type="password"
      autocomplete="new-password"
      required
      maxLength={128}
      hint={words.common.newPasswordHint}
      {...props}
    />
  );
}
