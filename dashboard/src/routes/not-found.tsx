import { PAGES } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { SignedOutLayout } from '../features/signed-out-layout.tsx';
import { useTools } from '../app-context.ts';
import { buttonLook } from '../ui/button.tsx';

/** An address that is no page's. */
export default function Missing() {
  const { words } = useTools();
  return (
    <SignedOutLayout title={words.shell.missing.title} lead={words.shell.missing.lead}>
      <A href={PAGES.home} class={buttonLook({})}>
        {words.shell.missing.home}
      </A>
    </SignedOutLayout>
  );
}
