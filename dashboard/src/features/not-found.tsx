import { PAGES } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { useTools } from '../app-context.ts';
import { buttonLook } from '../ui/button.tsx';
import { Empty } from '../ui/empty-state.tsx';
import { useTitle } from './window-title.ts';

/** All that a page has whose address names what is not there any more, or never was; and the way home. */
export function NotFound(props: { title: string; lead: string }) {
  const { words } = useTools();
  useTitle(() => props.title);
  return (
    <div class="px-4 py-10">
      <Empty isHeading title={props.title} lead={props.lead}>
        <A href={PAGES.home} class={buttonLook({})}>
          {words.shell.missing.home}
        </A>
      </Empty>
    </div>
  );
}
