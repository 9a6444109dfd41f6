import { decisionsAfter, type Clone, type CloneDecision } from './allowed-clone-decisions.ts';
import { pathOf } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { createSignal, For, onCleanup, Show } from 'solid-js';
import { asked } from '../api/session.ts';
import { FormTrouble } from '../features/create-form.tsx';
import { createSubmission } from '../features/submission.ts';
import { useWallTools } from '../wall-context.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Mark } from '../ui/status-mark.tsx';
import { createStableRows } from '../event/stable-rows.ts';
import { createRepeatedRead } from '../event/repeated-read.ts';
import type { SignSeen } from './sign-page-context.ts';

const REST_MS = 1_000;

function Machine(props: { title: string; of: Clone['first']; more?: string }) {
  return (
    <div class="min-w-0">
      <b class="block font-[580]">{props.title}</b>
      <span class="font-mono text-12">
        {props.of.address}, {props.of.macAddress}
      </span>
      <span class="block text-12 text-ink-3">
        <bdi>{props.of.appVersion}</bdi> {props.more}
      </span>
    </div>
  );
}

/** One pair of machines, and the admin's decision about it. */
function Pair(props: { clone: Clone; seen: SignSeen; onDecided(): void }) {
  const { words, client, times } = useWallTools();
  const said = words.sign.clones;
  const [isAsking, setAsking] = createSignal(false);
  const [wanted, setWanted] = createSignal<CloneDecision>('keep_first');
  const deciding = createSubmission(async () => {
    const params = { id: props.seen.sign().id, cloneId: props.clone.id };
    const body = { decision: wanted() };
    const answer = await asked(client.call('POST /api/signs/:id/clones/:cloneId/decision', { params, body }));
    if (!answer.ok) return answer.body;
    setAsking(false);
    props.onDecided();
    return undefined;
  });
  const decide = (decision: CloneDecision): void => {
    setWanted(decision);
    deciding.reset();
    if (decision === 'reset_both') setAsking(true);
    else void deciding.submit();
  };
  const isOpen = () => props.clone.decision === null;
  const advice = () => said.advice[(props.clone.decision ?? 'none') as keyof typeof said.advice];
  const last = () => times.said(Date.parse(props.clone.lastSeenAt), 'seconds', props.seen.event.timeZone);
  return (
    <section class="border-b border-line px-4 py-3.5" classList={{ 'bg-caution-wash': isOpen() }}>
      <h2 class="flex items-center gap-2 text-15 font-[640]">
        <span class="flex text-caution">
          <Mark is="unstable" size={18} />
        </span>
        {said.title}
      </h2>
      <p class="mt-1 text-ink-2">{isOpen() ? said.lead : said.decided}</p>
      <div class="mt-2.5 grid gap-4 min-[701px]:grid-cols-2">
        <Machine title={said.first} of={props.clone.first} />
        <Machine title={said.newcomer} of={props.clone.newcomer} more={said.tried(props.clone.attempts, last())} />
      </div>
      <p class="mt-2.5 max-w-[760px] text-ink-2">{advice()}</p>
      <p class="mt-1.5">
        <A href={pathOf('devices', { eventId: props.seen.event.id })}>{said.all}</A>
      </p>
      <div class="mt-2.5 flex flex-wrap gap-2">
        <For each={decisionsAfter(props.clone.decision)}>
          {(decision) => (
            <Button kind={decision === 'reset_both' ? 'danger' : 'usual'} onClick={() => decide(decision)}>
              {said.decisions[decision]}
            </Button>
          )}
        </For>
      </div>
      <Show when={!isAsking()}>
        <FormTrouble of={deciding} />
      </Show>
      <Confirm
        isOpen={isAsking()}
        title={said.resetTitle}
        text={said.resetText}
        safe={said.keep}
        action={said.decisions.reset_both}
        isBusy={deciding.isBusy()}
        onSafe={() => setAsking(false)}
        onAction={() => void deciding.submit()}
      >
        <FormTrouble of={deciding} />
      </Confirm>
    </section>
  );
}

function ForAdmins(props: { seen: SignSeen }) {
  const { client } = useWallTools();
  const id = props.seen.sign().id;
  const clones = createRepeatedRead(REST_MS, () =>
    client.call('GET /api/signs/:id/clones', { params: { id }, query: { limit: 20 } }),
  );
  onCleanup(props.seen.live.onClone(({ signId }) => void (signId === id && clones.want())));
  /** One that nothing can be decided of any more is history. While both can be reset, the other machine still has the identity. */
  const pairs = createStableRows(
    () => clones.value()?.items.filter(({ decision }) => decisionsAfter(decision).length > 0) ?? [],
  );
  return <For each={pairs()}>{(clone) => <Pair clone={clone} seen={props.seen} onDecided={clones.read} />}</For>;
}

/** Other machines that came under the sign's identity and wait for a decision. Admins alone are told. */
export const Clones = (props: { seen: SignSeen }) => (
  <Show when={props.seen.may.administer}>
    <ForAdmins seen={props.seen} />
  </Show>
);
