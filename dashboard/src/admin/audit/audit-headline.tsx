import { Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { errorText } from '../../features/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/result-message.tsx';
import { PageHeadline } from '../page-headline.tsx';
import type { AuditLog } from './create-audit-log.ts';

/**
 * Shows whether attempts were refused today, and whether the log is complete. `timeOf` formats a time in the page's
 * zone.
 */
export function AuditHeadline(props: { log: AuditLog; timeOf(at: string): string }) {
  const { words } = useAdminTools();
  const said = words.audit.headline;
  const fault = () => props.log.verification()?.fault ?? undefined;
  const isRunning = () => props.log.verification()?.state === 'running';
  const refused = () => props.log.today()?.byOutcome.denied ?? 0;
  const seconds = (ms: number) =>
    (ms / 1_000).toLocaleString(words.common.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const sentence = (): string => {
    const found = fault();
    if (found) {
      const to = props.timeOf(found.to);
      const { between, before } = words.audit.fault;
      return found.from === null ? before(to) : between(props.timeOf(found.from), to);
    }
    const { checkedAt } = props.log.verification() ?? {};
    if (checkedAt) return said.complete;
    return isRunning() ? said.checking : said.unchecked;
  };
  const lead = (): string => {
    const { checkedAt, rows, durationMs } = props.log.verification() ?? {};
    if (!checkedAt) return said.nightly;
    const at = props.timeOf(checkedAt);
    return fault() ? words.audit.fault.checked(rows ?? 0, at) : said.checked(rows ?? 0, at, seconds(durationMs ?? 0));
  };
  return (
    <>
      <PageHeadline
        alarm={fault() && words.audit.fault.kinds[fault()!.kind]}
        caution={!fault() && refused() > 0 ? said.refused(refused()) : undefined}
        sentence={sentence()}
        lead={lead()}
      >
        <Show when={props.log.today()}>
          {(today) => (
            <p class="me-2 text-end max-[700px]:me-0 max-[700px]:w-full max-[700px]:text-start">
              <b class="block text-18 font-[640]">{said.today(today().total)}</b>
              <span class="text-12 text-ink-3">
                {said.outcomes(today().byOutcome.ok, today().byOutcome.denied, today().byOutcome.failed)}
              </span>
            </p>
          )}
        </Show>
        <Button disabled={isRunning()} onClick={() => void props.log.check()}>
          {isRunning() ? said.isChecking : said.check}
        </Button>
      </PageHeadline>
      <p class="sr-only" role="status">
        {isRunning() ? said.checking : sentence()}
      </p>
      <Show when={props.log.trouble()}>
        {(failed) => (
          <div class="px-4 pb-4">
            <Message is="wrong">{errorText(words, failed().why)}</Message>
          </div>
        )}
      </Show>
    </>
  );
}
