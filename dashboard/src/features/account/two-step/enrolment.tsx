import type { EnableSecondFactorResponse } from '@sign-display/contracts/rest/second-factor';
import { Show, type JSX } from 'solid-js';
import { asked } from '../../../api/session.ts';
import { Button, buttonLook } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Qr } from '../../../ui/qr.tsx';
import { CurrentPassword, Username } from '../../current-password.tsx';
import { createForm, FormTrouble } from '../../create-form.tsx';
import { keyOf } from '../../second-factor/codes.ts';
import { createCodeForm } from '../../second-factor/create-code-form.ts';
import { useSecondFactorTools } from '../../second-factor/second-factor-context.ts';
import { CopyButton } from './copy-button.tsx';
import { passwordTrouble } from './password-trouble.ts';

/** The secret for the app and the recovery codes, which the service gives once the password was right. */
export type Offer = EnableSecondFactorResponse;

type StepState = 'done' | 'now' | 'later';

/** One of the three steps, side by side where there is room. */
const Step = (props: { nth: number; state: StepState; title: string; lead: string; children?: JSX.Element }) => (
  <li
    class="min-w-0 border-t-[1.5px] pt-3"
    classList={{ 'border-ink': props.state === 'now', 'border-line-strong': props.state !== 'now' }}
    aria-current={props.state === 'now' ? 'step' : undefined}
  >
    <h2 class="mb-2 flex items-center gap-[9px] text-15 font-[620]">
      <span
        class="grid size-6 flex-none place-items-center rounded-full border-[1.5px] text-13 font-[640]"
        classList={{
          'border-ink bg-ink text-ground': props.state === 'done',
          'border-ink': props.state === 'now',
          'border-line-strong': props.state === 'later',
        }}
      >
        {props.state === 'done' ? <Icon is="check" size={14} /> : props.nth}
      </span>
      {props.title}
    </h2>
    <p class="mb-3 leading-normal text-ink-2">{props.lead}</p>
    {props.children}
  </li>
);

function PasswordStep(props: { email: string; onOffer(offer: Offer): void }) {
  const { words, client, session } = useSecondFactorTools();
  const said = words.secondFactor.password;
  const form = createForm({ password: '' }, async ({ password }) => {
    const answer = await asked(client.call('POST /api/auth/two-factor/enable', { body: { password } }));
    // It was turned on in another window.
    if (!answer.ok && answer.body?.code === 'conflict') return void (await session.ask());
    if (!answer.ok) return passwordTrouble(answer.body, said.wrong);
    props.onOffer(answer.body);
    return undefined;
  });
  return (
    <form onSubmit={form.submit} novalidate>
      <Username email={props.email} />
      <CurrentPassword {...form.field('password', words.common.password)} />
      <Button kind="primary" type="submit" aria-disabled={form.isBusy()}>
        {said.button}
      </Button>
      <FormTrouble of={form} />
    </form>
  );
}

function ScanStep(props: { totpURI: string }) {
  const { words } = useSecondFactorTools();
  const said = words.secondFactor.scan;
  return (
    <>
      {/* A phone can't scan its own screen. */}
      <a class={`${buttonLook({})} mb-3 gap-2 min-[701px]:hidden`} href={props.totpURI}>
        <Icon is="phone" />
        {said.open}
      </a>
      <div class="mb-3 w-[calc(200rem/16)] max-w-full overflow-hidden rounded-[3px] border border-line">
        <Qr text={props.totpURI} said={said.qr} />
      </div>
      <p class="mb-1.5 text-ink-2">{said.key}</p>
      <code class="mb-2 block rounded-control bg-sunk px-3 py-2 font-mono text-13 leading-[1.6] font-[600] tracking-[0.02em] wrap-anywhere">
        {keyOf(props.totpURI)}
      </code>
      <div class="flex flex-wrap items-center gap-2">
        <CopyButton text={keyOf(props.totpURI).replaceAll(' ', '')} label={said.copy} />
      </div>
    </>
  );
}

/** What the page learns of the first code. */
interface FirstCode {
  /** It turned two-step sign-in on. */
  onRight(): void;
  /** Two-step sign-in is on, but not by this code, or its answer never came: the recovery codes of this page may be worthless. */
  onElsewhere(): void;
}

/** The first code of the app: the service turns two-step sign-in on, and ends all other sessions. */
function DigitsStep(props: FirstCode) {
  const { words, client, session } = useSecondFactorTools();
  const said = words.secondFactor.digits;
  let hasTurnedOn = false;
  const { form, ...code } = createCodeForm(
    async (digits) => {
      const answer = await asked(client.call('POST /api/auth/two-factor/verify-totp', { body: { code: digits } }));
      hasTurnedOn = answer.ok && answer.body.turnedOn;
      if (answer.ok) return answer;
      // The answer to a right code may have been lost, this time or before: then two-step sign-in is on, and the code was used.
      props.onElsewhere();
      await session.askAgain();
      return answer;
    },
    async () => {
      if (hasTurnedOn) props.onRight();
      else props.onElsewhere();
      await session.ask();
    },
    () => session.ask(),
    { conflict: said.outdated },
  );
  return (
    <form ref={code.setElement} onSubmit={form.submit} novalidate>
      <CodeField {...code.digits} />
      <Button kind="primary" type="submit" disabled={code.isLocked()} aria-disabled={form.isBusy()}>
        {said.button}
      </Button>
      <FormTrouble of={form} wrong={code.wrong()} />
      <p class="mt-3 leading-normal text-ink-3">{said.foot}</p>
    </form>
  );
}

/** Turns two-step sign-in on: the password, the QR code for the app, and the app's first code. */
export function Enrolment(props: FirstCode & { email: string; offer: Offer | undefined; onOffer(offer: Offer): void }) {
  const { words } = useSecondFactorTools();
  const said = words.secondFactor;
  const after = (): StepState => (props.offer ? 'now' : 'later');
  return (
    <ol class="grid gap-x-7 gap-y-6 min-[1400px]:grid-cols-[calc(248rem/16)_calc(250rem/16)_minmax(0,1fr)] max-[1399px]:max-w-[calc(460rem/16)]">
      <Step
        nth={1}
        state={props.offer ? 'done' : 'now'}
        title={said.password.title}
        lead={props.offer ? said.password.done : said.password.lead}
      >
        <Show when={!props.offer}>
          <PasswordStep email={props.email} onOffer={props.onOffer} />
        </Show>
      </Step>
      <Step nth={2} state={after()} title={said.scan.title} lead={props.offer ? said.scan.lead : said.scan.later}>
        <Show when={props.offer}>{(offer) => <ScanStep totpURI={offer().totpURI} />}</Show>
      </Step>
      <Step nth={3} state={after()} title={said.digits.title} lead={said.digits.lead}>
        <Show when={props.offer}>
          <DigitsStep onRight={props.onRight} onElsewhere={props.onElsewhere} />
        </Show>
      </Step>
    </ol>
  );
}
