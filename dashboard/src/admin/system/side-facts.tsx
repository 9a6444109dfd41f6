import type { SystemNode, SystemResponse } from '@sign-display/contracts/rest/system';
import { Index, Show, type JSX } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { useNow } from '../../features/use-now.ts';
import { inDigits } from '../../ui/number-format.ts';
import { SectionTitle } from './section-title.tsx';
import { clocksApartMs } from './system-problems.ts';

const DAY_MS = 24 * 3_600_000;
/** The service renews its certificate 10 days before it expires, so from 9 days on the renewal has failed. */
const LATE_DAYS = 9;
const SHOWN = 8;

const Fact = (props: { title: string; hint?: string | undefined; children: JSX.Element }) => (
  <section class="border-t border-line pt-3 pb-3.5 leading-[1.45] first:border-t-0 first:pt-0">
    <SectionTitle title={props.title} hint={props.hint} />
    {props.children}
  </section>
);

/** Shows how long the service's https certificate is still valid. */
export function Certificate(props: { certificate: SystemResponse['certificate'] }) {
  const { words, times } = useAdminTools();
  const said = words.system.certificate;
  const now = useNow(60_000);
  return (
    <Fact title={said.title} hint={said.hint}>
      <Show when={props.certificate} fallback={<p class="text-ink-2">{said.none}</p>}>
        {(certificate) => {
          const endMs = () => Date.parse(certificate().notAfter);
          const days = () => Math.floor((endMs() - now()) / DAY_MS);
          return (
            <>
              <p
                class="text-24 leading-[1.2] font-[640] font-stretch-[104%]"
                classList={{ 'text-caution': days() <= LATE_DAYS && days() >= 0, 'text-alarm': endMs() < now() }}
              >
                {endMs() < now() ? said.ended : said.days(Math.max(0, days()))}
              </p>
              <p class="mt-1 text-ink-2">{said.until(times.said(endMs(), 'date'))}</p>
            </>
          );
        }}
      </Show>
    </Fact>
  );
}

/** Shows the kiosk versions of the claimed signs. */
export function Versions(props: { signs: SystemResponse['signs'] }) {
  const { words } = useAdminTools();
  const said = words.system.versions;
  const digits = (count: number): string => inDigits(count, words.common.language, 0);
  const shown = () => props.signs.byAppVersion.slice(0, SHOWN);
  const hidden = () => props.signs.byAppVersion.length - shown().length;
  const most = () => Math.max(1, ...props.signs.byAppVersion.map(({ signs }) => signs));
  return (
    <Fact title={said.title} hint={props.signs.claimed > 0 ? said.hint(digits(props.signs.claimed)) : undefined}>
      <Show when={shown().length > 0} fallback={<p class="text-ink-2">{said.none}</p>}>
        <ul class="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-1">
          <Index each={shown()}>
            {(one, index) => (
              <li class="col-span-3 grid grid-cols-subgrid items-center">
                <b class="max-w-48 min-w-0 font-[580] wrap-anywhere">{one().version}</b>
                <span aria-hidden="true">
                  <i
                    class="filled block h-2.5"
                    classList={{
                      'bg-ink-3': index === 0,
                      'bg-caution-fill shadow-[inset_0_0_0_1px_var(--caution)]': index > 0,
                    }}
                    style={{ width: `${Math.max(1, (100 * one().signs) / most())}%` }}
                  />
                </span>
                <span class="text-end">{digits(one().signs)}</span>
              </li>
            )}
          </Index>
        </ul>
      </Show>
      <p class="mt-2 text-ink-2 empty:hidden">{hidden() > 0 ? said.more(hidden()) : ''}</p>
    </Fact>
  );
}

/** Shows the largest difference between the clocks of the nodes and of the database. */
export function Clocks(props: { nodes: readonly SystemNode[] }) {
  const { words } = useAdminTools();
  const said = words.system.clocks;
  const apart = () => clocksApartMs([...props.nodes]);
  const sentence = () =>
    apart() === null
      ? said.unknown
      : `${said.apart(inDigits(Math.ceil(apart()!), words.common.language, 0))} ${said.limit}`;
  return (
    <Fact title={said.title} hint={said.hint}>
      <p class="text-ink-2">{sentence()}</p>
    </Fact>
  );
}
