import type { Passkey } from '@sign-display/contracts/rest/passkeys';
import { For } from 'solid-js';
import { Icon } from '../../../ui/icon.tsx';
import { RefusableButton } from '../../focusable-disabled-button.tsx';
import { useSecondFactorTools } from '../../second-factor/second-factor-context.ts';

const ICONS = { device: 'laptop', synced: 'phone', phone: 'phone', security_key: 'passkey' } as const;
const HEAD = 'border-b border-line-strong pb-2 pe-4 text-start text-12 font-[560] text-ink-3';
const CELL = 'border-b border-line py-2.5 align-middle';
/** Where text is large for the window, the button to remove is below the name. */
const STACKED = 'min-[22.5em]:hidden';
const BESIDE = 'max-[22.5em]:hidden';
/** Below 701 px these columns are a line below the name. */
const WIDE = 'max-[700px]:hidden';

/** The person's passkeys, oldest first. `whyNot`: why none can be removed now. */
export function PasskeyTable(props: {
  passkeys: readonly Passkey[];
  whyNot: string | undefined;
  onRemove(passkey: Passkey): void;
}) {
  const { words, times } = useSecondFactorTools();
  const said = words.passkeys;
  const made = (passkey: Passkey) => times.said(Date.parse(passkey.createdAt), 'date');
  const used = ({ lastUsedAt }: Passkey) =>
    lastUsedAt === null ? undefined : times.said(Date.parse(lastUsedAt), 'dateTime');
  const remove = (passkey: Passkey) => (
    <RefusableButton
      aria-label={said.remove.one(passkey.name)}
      whyNot={props.whyNot}
      onClick={() => props.onRemove(passkey)}
    >
      {said.remove.button}
    </RefusableButton>
  );
  return (
    <table class="w-full border-collapse" aria-label={said.table.label}>
      <thead>
        <tr>
          <th scope="col" class={HEAD}>
            {said.table.passkey}
          </th>
          <th scope="col" class={`${HEAD} ${WIDE}`}>
            {said.table.made}
          </th>
          <th scope="col" class={`${HEAD} ${WIDE}`}>
            {said.table.used}
          </th>
          <th scope="col" class={`${HEAD} ${BESIDE}`}>
            <span class="sr-only">{said.remove.button}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        <For each={props.passkeys}>
          {(passkey) => (
            <tr>
              <th scope="row" class={`${CELL} pe-4 text-start font-[420]`}>
                <div class="flex items-center gap-3.5">
                  <Icon is={ICONS[passkey.kind]} size={18} />
                  <div class="min-w-0 wrap-anywhere">
                    <bdi class="block text-15 font-[620]">{passkey.name}</bdi>
                    <small class="block text-12 leading-[1.4] text-ink-3">{said.kinds[passkey.kind]}</small>
                    <small class="block text-12 leading-[1.4] text-ink-3 min-[701px]:hidden">
                      {said.table.both(made(passkey), used(passkey))}
                    </small>
                    <div class={`mt-2 ${STACKED}`}>{remove(passkey)}</div>
                  </div>
                </div>
              </th>
              <td class={`${CELL} ${WIDE} pe-4`}>{made(passkey)}</td>
              <td class={`${CELL} ${WIDE} pe-4`}>{used(passkey) ?? said.table.notUsed}</td>
              <td class={`${CELL} ${BESIDE} text-end [&_button]:whitespace-nowrap [&_button]:[overflow-wrap:normal]`}>
                {remove(passkey)}
              </td>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  );
}
