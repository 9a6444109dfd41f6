import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWallTools } from '../../wall-context.ts';
import type { MailSetup } from './create-mail-setup.ts';

/** In the headline's place while nothing is wrong: mail is not set up. */
export function MailBanner(props: { mail: MailSetup }) {
  const { words } = useWallTools();
  const said = words.mail;
  return (
    <div class="max-[700px]:py-1.5">
      <Notice is="mail" isHeading title={words.shell.mail.title} lead={said.lead}>
        <div class="flex gap-3.5 max-[700px]:grid max-[700px]:grid-cols-2">
          <Button onClick={() => props.mail.putOff()}>{said.notNow}</Button>
          <Button kind="primary" aria-expanded={props.mail.isOpen()} onClick={() => props.mail.setOpen(true)}>
            {said.setUp}
          </Button>
        </div>
      </Notice>
    </div>
  );
}

/** At the foot of the rail. */
export function MailFoot(props: { mail: MailSetup }) {
  const { words } = useWallTools();
  return (
    <p class="border-t border-line px-4 py-3 leading-[1.45] text-ink-2 max-[700px]:hidden">
      <b class="block font-[600] text-ink">{words.mail.foot}</b>
      {words.shell.mail.onlyYou}{' '}
      <button type="button" class="underline underline-offset-2" onClick={() => props.mail.setOpen(true)}>
        {words.mail.setUp}
      </button>
    </p>
  );
}
