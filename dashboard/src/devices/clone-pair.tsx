import { pathOf } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { createSignal, For, Show, type JSX } from 'solid-js';
import { asked } from '../api/session.ts';
import { useDeviceTools } from '../devices-context.ts';
import type { Seen } from '../event/event-page-frame.tsx';
import { FormTrouble } from '../features/create-form.tsx';
import { EventTime } from '../features/event-time.tsx';
import { createSubmission } from '../features/submission.ts';
import { Confirm } from '../ui/confirm.tsx';
import type { MarkName } from '../ui/sign-marks-and-severity.ts';
import { Mark } from '../ui/status-mark.tsx';
import { decisionsAfter, differs, type Clone, type CloneDecision } from './clone-decisions.ts';
import { DecisionCard } from './decision-card.tsx';

/** Shows a fact of a machine, in bold if the other machine differs in it. */
const Fact = (props: { label: string; isOther?: boolean; children: JSX.Element }) => (
  <>
    <dt class="text-ink-3">{props.label}</dt>
    <dd
      class="min-w-0 wrap-anywhere"
      classList={{ 'font-[600]': props.isOther === true, 'text-ink-3': props.isOther === false }}
    >
      {props.children}
    </dd>
  </>
);

function Machine(props: {
  clone: Clone;
  which: 'first' | 'newcomer';
  mark: MarkName;
  lead: JSX.Element;
  children: JSX.Element;
}) {
  const { words } = useDeviceTools();
  const said = words.devices.clones;
  const machine = () => props.clone[props.which];
  return (
    <div class="min-w-0 p-4 max-[700px]:p-3.5 max-[700px]:not-first:border-t max-[700px]:not-first:border-line min-[701px]:not-first:border-s min-[701px]:not-first:border-line">
      <h3
        class="mb-2.5 flex flex-wrap items-baseline gap-2.5"
        classList={{ 'text-caution': props.which === 'newcomer' && props.clone.decision === null }}
      >
        <span class="self-center">
          <Mark is={props.mark} size={16} />
        </span>
        <span class="text-18 font-[640]">{said[props.which]}</span>
        <span class="text-13 font-[420] wrap-anywhere text-ink-3">{props.lead}</span>
      </h3>
      <dl class="grid grid-cols-[minmax(0,calc(132rem/16))_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        <Fact label={said.address} isOther={differs(props.clone, 'address')}>
          {machine().address || said.unknown}
        </Fact>
        <Fact label={said.mac} isOther={differs(props.clone, 'macAddress')}>
          {machine().macAddress}
        </Fact>
        <Fact label={said.app} isOther={differs(props.clone, 'appVersion')}>
          <bdi>{machine().appVersion}</bdi>
        </Fact>
        {props.children}
      </dl>
    </div>
  );
}

/** Shows the two machines of a clone side by side. */
export function Machines(props: { clone: Clone; timeZone: string }) {
  const { words } = useDeviceTools();
  const said = words.devices.clones;
  const time = (at: string) => <EventTime at={at} shape="dayTime" timeZone={props.timeZone} />;
  const isOpen = () => props.clone.decision === null;
  return (
    <div class="grid border-b border-line bg-surface min-[701px]:grid-cols-2">
      <Machine
        clone={props.clone}
        which="first"
        mark={isOpen() ? 'online' : 'none'}
        lead={<Show when={isOpen()}>{said.firstLead(props.clone.signName)}</Show>}
      >
        <Fact label={said.connected} isOther>
          {time(props.clone.first.connectedAt)}
        </Fact>
      </Machine>
      <Machine
        clone={props.clone}
        which="newcomer"
        mark={isOpen() ? 'held' : 'none'}
        lead={
          <Show when={isOpen()}>
            {said.newcomerLead} {time(props.clone.openedAt)}
          </Show>
        }
      >
        <Fact label={said.lastTried} isOther>
          {time(props.clone.lastSeenAt)}
        </Fact>
        <Fact label={said.attempts} isOther>
          {props.clone.attempts.toLocaleString(words.common.language)}
        </Fact>
      </Machine>
    </div>
  );
}

/** Shows a clone with its machines, the advice and the possible decisions. */
export function ClonePair(props: { clone: Clone; seen: Seen; onDecided(clone: Clone): void }) {
  const { words, client } = useDeviceTools();
  const said = words.devices.clones;
  const [wanted, setWanted] = createSignal<CloneDecision>('keep_first');
  const [isAsking, setAsking] = createSignal(false);
  const deciding = createSubmission(async () => {
    const params = { id: props.clone.signId, cloneId: props.clone.id };
    const body = { decision: wanted() };
    const answer = await asked(client.call('POST /api/signs/:id/clones/:cloneId/decision', { params, body }));
    if (!answer.ok) return answer.body;
    setAsking(false);
    props.onDecided(answer.body);
    return undefined;
  });
  const choose = (decision: CloneDecision): void => {
    setWanted(decision);
    deciding.reset();
    // Keeping the first machine changes no screen, so it needs no confirmation.
    if (decision === 'keep_first') void deciding.submit();
    else setAsking(true);
  };
  const isReset = () => wanted() === 'reset_both';
  const name = () => props.clone.signName;
  const advice = () => said.advice[(props.clone.decision ?? 'none') as keyof typeof said.advice];
  const options = () => decisionsAfter(props.clone.decision);
  return (
    <article aria-label={said.ofSign(name())} data-clone={props.clone.id}>
      <div class="flex flex-wrap items-baseline gap-x-3 border-b border-line px-4 pt-3.5 pb-2 max-[700px]:px-3.5">
        <h2 class="text-15 font-[640] wrap-anywhere">
          <bdi>{name()}</bdi>
        </h2>
        <Show when={props.clone.decision}>
          {(decision) => (
            <p role="status" class="flex flex-wrap items-baseline gap-x-1.5 text-ink-2">
              <span class="font-[580] text-ink">{said.options[decision()].done}</span>
              <span>{said.decidedBy(props.clone.decidedBy?.name ?? '')}</span>
              <EventTime at={props.clone.decidedAt!} shape="dayTime" timeZone={props.seen.event.timeZone} />
            </p>
          )}
        </Show>
        <A
          class="ms-auto min-h-6 max-[700px]:ms-0 max-[700px]:min-h-12 max-[700px]:content-center"
          href={pathOf('sign', { signId: props.clone.signId })}
        >
          {said.openSign}
        </A>
      </div>
      <Machines clone={props.clone} timeZone={props.seen.event.timeZone} />
      <Show when={options().length > 0}>
        <p class="max-w-[calc(900rem/16)] px-4 pt-3.5 leading-normal text-ink-2 max-[700px]:px-3.5">{advice()}</p>
        <ul
          aria-label={said.choose}
          class="grid gap-4 p-4 max-[700px]:gap-3.5 max-[700px]:p-3.5"
          classList={{
            'min-[1000px]:grid-cols-3': options().length > 1,
            'min-[701px]:max-w-[calc(460rem/16)]': options().length === 1,
          }}
        >
          <For each={options()}>
            {(decision) => (
              <DecisionCard
                decision={decision}
                signName={name()}
                isBusy={deciding.isBusy()}
                isFirst={decision === 'keep_first'}
                onChoose={() => choose(decision)}
              />
            )}
          </For>
        </ul>
        <Show when={!isAsking()}>
          <div class="px-4 pb-3.5 empty:hidden">
            <FormTrouble of={deciding} />
          </div>
        </Show>
      </Show>
      <Confirm
        isOpen={isAsking()}
        title={isReset() ? said.confirm.reset(name()) : said.confirm.accept(name())}
        text={isReset() ? said.confirm.resetText : said.confirm.acceptText}
        safe={said.confirm.cancel}
        action={said.options[wanted()].action}
        isBusy={deciding.isBusy()}
        onSafe={() => setAsking(false)}
        onAction={() => void deciding.submit()}
        {...(isReset() && { typed: { name: name(), label: said.confirm.typed } })}
      >
        <FormTrouble of={deciding} />
      </Confirm>
    </article>
  );
}
