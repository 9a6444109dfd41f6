import { PAGES } from '@sign-display/contracts/pages';
import { A } from '@solidjs/router';
import { Doorway } from '../features/doorway.tsx';
import { SignedIn } from '../features/signed-in.tsx';
import { useTools } from '../tools.ts';
import { buttonLook } from '../ui/button.tsx';

/** An address of a page that comes: mails lead there already. */
export default function Later() {
  const { words } = useTools();
  return (
    <SignedIn>
      {() => (
        <Doorway title={words.shell.later.title} lead={words.shell.later.lead}>
          <p class="flex flex-wrap gap-2">
            <A href={PAGES.home} class={buttonLook({})}>
              {words.shell.missing.home}
            </A>
            <a href="/api/docs" rel="external" class={buttonLook({})}>
              {words.shell.later.api}
            </a>
          </p>
        </Doorway>
      )}
    </SignedIn>
  );
}
