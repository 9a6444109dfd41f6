import type { HostList, Organization, OrganizationWithUsage } from '@sign-display/contracts/rest/organizations';
import type { Role } from '@sign-display/contracts/roles';
import { createMemo, createResource, createSignal, For, Show } from 'solid-js';
import { createStore } from 'solid-js/store';
import { useAdminTools } from '../../admin-context.ts';
import { asked, type Trouble } from '../../api/session.ts';
import { Conflict } from '../../features/conflict/conflict-dialog.tsx';
import { changed, conflictOf, rebased, type ConflictRow } from '../../features/conflict/compare-and-resolve-edits.ts';
import { fieldErrorText } from '../../features/error-text.ts';
import { RefusableButton } from '../../features/focusable-disabled-button.tsx';
import { FormTrouble } from '../../features/create-form.tsx';
import { LoadError } from '../../features/load-error.tsx';
import { resourceValue } from '../../features/resource-value.ts';
import { mayChangeSettings } from '../../features/shell/permissions.ts';
import { createSubmission } from '../../features/submission.ts';
import { showUndoToast } from '../../features/undo-toast.ts';
import { UnsavedChanges } from '../../features/unsaved-changes.tsx';
import { useTitle } from '../../features/window-title.ts';
import { Field } from '../../ui/field.tsx';
import { PageHeadline } from '../page-headline.tsx';
import { PageLoading } from '../page-loading.tsx';
import { FailedDeliveries } from './failed-deliveries.tsx';
import { Hosts } from './hosts.tsx';
import { ProofChoice } from './proof-choice.tsx';
import { draftOf, hostsOf, patchOf, type SettingName, type SettingsDraft } from './settings-draft.ts';
import { UrlCheck } from './url-check.tsx';
import { Usage } from './usage.tsx';

const PANE = 'min-w-0 px-5 pt-[18px] pb-6 max-[700px]:px-3.5';

function Loaded(props: { organization: OrganizationWithUsage; uses: HostList['items']; role: Role }) {
  const { words, client, times, session } = useAdminTools();
  const said = words.settings;
  const { id } = props.organization;
  const locked = () => (mayChangeSettings(props.role) ? undefined : said.only);
  /** The settings that the form was opened with. */
  const [base, setBase] = createSignal<Organization>(props.organization);
  const [draft, setDraft] = createStore<SettingsDraft>(draftOf(base()));
  const [conflict, setConflict] = createSignal<{ current: Organization; rows: ConflictRow<SettingName>[] }>();
  const touched = createMemo(() => changed(draftOf(base()), { ...draft }));
  const open = (organization: Organization, then: SettingsDraft = { ...draft }): void => {
    setBase(organization);
    setDraft(rebased({ ...draft }, then, draftOf(organization)));
  };

  async function save(
    wanted: SettingsDraft,
    fields: readonly SettingName[],
    from: Organization,
  ): Promise<Trouble | undefined> {
    const body = patchOf(wanted, fields);
    const sent = { ...draft };
    if (body === null) {
      setConflict();
      return void open(from);
    }
    const answer = await asked(
      client.call('PATCH /api/organizations/:id', { params: { id }, body, ifMatch: from.version }),
    );
    if (!answer.ok) {
      const problem = answer.body;
      if (problem?.code !== 'precondition_failed' || !problem.current) return problem;
      const { current } = problem;
      setConflict({ current, rows: conflictOf(draftOf(base()), { ...draft }, draftOf(current)) });
      return undefined;
    }
    const before = draftOf(from);
    open(answer.body, sent);
    setConflict();
    if (fields.includes('name')) void session.ask();
    showUndoToast(words, said.saved, () => putBack(before, fields, answer.body), `settings ${id}`);
    return undefined;
  }
  async function putBack(
    before: SettingsDraft,
    fields: readonly SettingName[],
    after: Organization,
  ): Promise<Trouble | undefined> {
    const body = patchOf(before, fields);
    if (body === null) return undefined;
    const answer = await asked(
      client.call('PATCH /api/organizations/:id', { params: { id }, body, ifMatch: after.version }),
    );
    if (!answer.ok) return answer.body;
    open(answer.body, draftOf(base()));
    if (fields.includes('name')) void session.ask();
    return undefined;
  }
  const submission = createSubmission(() => save({ ...draft }, touched(), base()));
  const error = (path: string, field: SettingName): string | undefined => {
    const message = submission.error(path);
    return message === undefined ? undefined : fieldErrorText(words, message, said.fields[field]);
  };
  const sayValue = (value: string, field: SettingName): string => {
    if (field === 'language') return said.languages[value] ?? value;
    if (field === 'handshake') return said.proof.values[value] ?? value;
    return field === 'hosts' ? value.replaceAll('\n', ', ') : value;
  };
  const rules = () => hostsOf(draft);
  const isProved = () => base().linkHandshakeEnabled ?? base().linkHandshakeDefault;
  return (
    <>
      <PageHeadline
        sentence={`${isProved() ? said.headline.proof : said.headline.noProof} ${said.headline.hosts(base().allowedUrlHosts.length)}`}
        lead={locked() ?? said.headline.lead}
      >
        <p class="min-w-0 text-end max-[700px]:flex max-[700px]:flex-wrap max-[700px]:items-baseline max-[700px]:gap-x-1.5 max-[700px]:text-start">
          <b class="text-24 font-[640] whitespace-nowrap font-stretch-[104%] max-[700px]:text-18">
            {times.said(Date.parse(base().createdAt), 'date')}
          </b>
          <span class="block text-12 text-ink-3">{said.headline.created}</span>
        </p>
      </PageHeadline>
      <div class="grid min-[1000px]:grid-cols-2">
        <div class={PANE}>
          <form id="organization-settings" onSubmit={(event) => void submission.submit(event)} novalidate>
            <div class="max-w-[calc(420rem/16)]">
              <Field
                label={said.fields.name}
                name="name"
                required
                maxLength={200}
                dir="auto"
                locked={locked()}
                value={draft.name}
                error={error('/name', 'name')}
                onInput={(event) => setDraft('name', event.currentTarget.value)}
              />
              <Show
                when={locked() === undefined}
                fallback={
                  <Field
                    label={said.fields.language}
                    hint={said.languageHint}
                    locked={locked()}
                    value={said.languages[draft.language]}
                  />
                }
              >
                <label class="mb-3.5 block">
                  <span class="mb-[5px] block font-[560]">{said.fields.language}</span>
                  <select
                    name="language"
                    class="h-11 w-full rounded-control border border-line-strong bg-surface px-3 text-15"
                    value={draft.language}
                    onChange={(event) => setDraft('language', event.currentTarget.value)}
                  >
                    <For each={Object.entries(said.languages)}>
                      {([value, name]) => <option value={value}>{name}</option>}
                    </For>
                  </select>
                  <span class="mt-[5px] block text-ink-2">{said.languageHint}</span>
                </label>
              </Show>
            </div>
            <ProofChoice
              value={draft.handshake}
              serviceDefault={base().linkHandshakeDefault}
              locked={locked()}
              onChange={(value) => setDraft('handshake', value)}
            />
          </form>
          <Usage usage={props.organization.usage} />
        </div>
        <div class={`${PANE} border-line max-[999px]:border-t min-[1000px]:border-s`}>
          <Hosts
            rules={rules()}
            saved={base().allowedUrlHosts}
            uses={props.uses}
            error={error('/allowedUrlHosts', 'hosts')}
            locked={locked()}
            onChange={(hosts) => setDraft('hosts', hosts.join('\n'))}
          />
          <UrlCheck organizationId={id} rules={rules()} saved={base().allowedUrlHosts} />
          <FailedDeliveries organizationId={id} mayRead={locked() === undefined} />
        </div>
      </div>
      <div class="sticky bottom-0 z-10 border-t border-line-strong bg-ground px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-[700px]:px-3.5">
        <FormTrouble of={submission} />
        <div class="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <RefusableButton
            kind="primary"
            type="submit"
            form="organization-settings"
            whyNot={locked() ?? (touched().length === 0 ? said.unchanged : undefined)}
            isBusy={submission.isBusy()}
          >
            {said.save}
          </RefusableButton>
          <Show when={locked() === undefined}>
            <span class="text-ink-3">
              {touched().length === 0
                ? said.unchanged
                : touched()
                    .map((field) => said.fields[field])
                    .join(', ')}
            </span>
          </Show>
          <span class="ms-auto text-ink-3 max-[700px]:hidden">
            {said.version(base().version, base().updatedBy?.name, times.said(Date.parse(base().updatedAt), 'dateTime'))}
          </span>
        </div>
      </div>
      <UnsavedChanges words={words.leave} fields={touched().map((field) => said.fields[field])} />
      <Show when={conflict()} keyed>
        {({ current, rows }) => (
          <Conflict
            words={words.conflict}
            version={current.version}
            current={draftOf(current)}
            rows={rows}
            who={async () => current.updatedBy?.name}
            nameOf={(field) => said.fields[field]}
            sayValue={sayValue}
            onTake={() => {
              setConflict();
              setDraft(draftOf(current));
              setBase(current);
            }}
            onSave={(wanted, fields) => save(wanted, fields, current)}
            onClose={() => setConflict()}
          />
        )}
      </Show>
    </>
  );
}

/** The settings of an organization: name, claims, hosts, limits, and messages that failed. */
export function SettingsPage(props: { organizationId: string; role: Role }) {
  const { words, client } = useAdminTools();
  const said = words.settings;
  useTitle(() => said.title);
  const [read, { refetch }] = createResource(
    () => props.organizationId,
    async (id) => {
      const [organization, hosts] = await Promise.all([
        asked(client.call('GET /api/organizations/:id', { params: { id } })),
        asked(client.call('GET /api/organizations/:id/hosts', { params: { id } })),
      ]);
      if (organization.ok && hosts.ok)
        return { known: { organization: organization.body, uses: hosts.body.items }, trouble: undefined };
      return { known: undefined, trouble: { why: (organization.ok ? hosts.body : organization.body) as Trouble } };
    },
  );
  const known = () => resourceValue(read)?.known;
  const trouble = () => resourceValue(read)?.trouble;
  return (
    <Show
      when={known()}
      keyed
      fallback={
        <Show when={trouble()} fallback={<PageLoading title={said.loading} />}>
          {(failed) => (
            <div class="px-4 py-10">
              <LoadError isHeading what={said.loadingWhat} why={failed().why} onAgain={() => void refetch()} />
            </div>
          )}
        </Show>
      }
    >
      {({ organization, uses }) => <Loaded organization={organization} uses={uses} role={props.role} />}
    </Show>
  );
}
