import { PAGES } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { Shell } from '../features/shell/shell.tsx';
import { useTitle } from '../features/window-title.ts';
import { useTools } from '../app-context.ts';
import { buttonLook } from '../ui/button.tsx';

/** An address of a page that comes: mails lead there already. */
export default function Later() {
  const { words } = useTools();
  useTitle(() => words.shell.later.title);
  return (
    <Shell>
      {() => (
        <div class="mx-auto max-w-[calc(720rem/16)] px-5 py-16">
          <h1 class="text-24 leading-[1.15] font-[640] tracking-[-0.01em] font-stretch-[104%]">
            {words.shell.later.title}
          </h1>
          <p class="mt-1.5 mb-4 max-w-[calc(520rem/16)] text-[calc(14rem/16)] leading-normal text-ink-2">
            {words.shell.later.lead}
          </p>
          <p class="flex flex-wrap gap-2">
            <A href={PAGES.home} class={buttonLook({})}>
              {words.shell.missing.home}
            </A>
            <a href="/api/docs" rel="external" class={buttonLook({})}>
              {words.shell.later.api}
            </a>
          </p>
        </div>
      )}
    </Shell>
  );
}
