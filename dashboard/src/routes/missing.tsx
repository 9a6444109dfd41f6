import { PAGES } from '@sign-display/contracts/pages';
import { A } from '@solidjs/router';
import { Doorway } from '../features/doorway.tsx';
import { useTools } from '../tools.ts';
import { buttonLook } from '../ui/button.tsx';

/** An address that is no page's. */
export default function Missing() {
  const { words } = useTools();
  return (
    <Doorway title={words.missing.title} lead={words.missing.lead}>
      <A href={PAGES.home} class={buttonLook({})}>
        {words.missing.home}
      </A>
    </Doorway>
  );
}
