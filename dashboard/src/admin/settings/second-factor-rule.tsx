import { pathOf } from '@sign-display/contracts/page-paths';
import { A } from '@solidjs/router';
import { createResource, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { asked } from '../../api/session.ts';
import { resourceValue } from '../../features/resource-value.ts';

/**
 * Whether the organization requires two-step sign-in, and which members lose access by it. `whyNot`: why this person can't change it, and whether their
 * account is the way to it.
 */
export function SecondFactorRule(props: {
  organizationId: string;
  isRequired: boolean;
  whyNot: { said: string; isOfAccount: boolean } | undefined;
  /** Admins read which members have a second factor. */
  mayRead: boolean;
  onChange(isRequired: boolean): void;
}) {
  const { words, client } = useAdminTools();
  const said = words.settings.secondFactor;
  const [members] = createResource(
    () => (props.mayRead ? props.organizationId : undefined),
    async (id) => {
      const answer = await asked(client.list('GET /api/organizations/:id/members', { params: { id } }));
      return answer.ok ? answer.items : undefined;
    },
  );
  /** Undefined where the service does not say of each member whether they have a second factor. */
  const without = (): number | undefined => {
    const known = resourceValue(members)?.filter(({ state }) => state === 'member');
    return known?.every(({ mfa }) => mfa !== undefined) ? known.filter(({ mfa }) => !mfa).length : undefined;
  };
  return (
    <fieldset class="mt-6">
      <legend class="mb-[3px] text-18 font-[640]">{words.settings.fields.secondFactor}</legend>
      <p class="mb-2 max-w-[calc(600rem/16)] leading-normal text-ink-2">{said.lead}</p>
      <label class="flex min-h-8 items-center gap-2.5 max-[700px]:min-h-12" title={props.whyNot?.said}>
        <input
          type="checkbox"
          name="secondFactor"
          class="size-5 flex-none accent-(--ink)"
          checked={props.isRequired}
          disabled={props.whyNot !== undefined}
          onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
        />
        {said.label}
      </label>
      <Show when={without() !== undefined}>
        <p
          class="mt-1.5 max-w-[calc(600rem/16)] leading-normal"
          classList={{ 'text-caution': without()! > 0, 'text-ink-2': without() === 0 }}
        >
          {said.without(without()!)}
        </p>
      </Show>
      <p class="mt-1.5 max-w-[calc(600rem/16)] leading-normal text-ink-3">{said.foot}</p>
      <Show when={props.whyNot}>
        {(why) => (
          <p class="mt-1.5 max-w-[calc(600rem/16)] leading-normal text-ink-2">
            {why().said}{' '}
            <Show when={why().isOfAccount}>
              <A href={pathOf('twoStep')}>{said.toAccount}</A>
            </Show>
          </p>
        )}
      </Show>
    </fieldset>
  );
}
