import { createSignal } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { instantOf, wallTimeOf } from '../../times/convert-wall-time.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog, DialogText } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';

interface Range {
  from: string | undefined;
  to: string | undefined;
}

/** Asks for the times between which requests are shown, on the wall clock of `timeZone`. Each may be left empty. */
export function RangeDialog(props: { range: Range; timeZone: string; onChoose(range: Range): void; onClose(): void }) {
  const { words, times, clock } = useAdminTools();
  const said = words.contentFetches.range;
  const wallOf = (at: string | undefined): string =>
    at === undefined ? '' : wallTimeOf(Date.parse(at), props.timeZone);
  const [from, setFrom] = createSignal(wallOf(props.range.from));
  const [to, setTo] = createSignal(wallOf(props.range.to));
  const [isWrong, setWrong] = createSignal(false);
  const instant = (wall: string): string | undefined => {
    const ms = wall === '' ? null : instantOf(wall, props.timeZone);
    return ms === null ? undefined : new Date(ms).toISOString();
  };
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const range = { from: instant(from()), to: instant(to()) };
    const isEmpty = range.from !== undefined && range.to !== undefined && range.from >= range.to;
    setWrong(isEmpty);
    if (!isEmpty) props.onChoose(range);
  }
  return (
    <Dialog isOpen title={said.title} onClose={() => props.onClose()}>
      <DialogText>{said.zone(times.zoneName(clock.now(), props.timeZone))}</DialogText>
      <form class="mt-3" onSubmit={submit} novalidate>
        <Field
          type="datetime-local"
          label={said.from}
          value={from()}
          onInput={(event) => setFrom(event.currentTarget.value)}
        />
        <Field
          type="datetime-local"
          label={said.to}
          value={to()}
          error={isWrong() ? said.wrong : undefined}
          onInput={(event) => setTo(event.currentTarget.value)}
        />
        <Actions>
          <Button onClick={() => props.onClose()}>{said.cancel}</Button>
          <Button onClick={() => props.onChoose({ from: undefined, to: undefined })}>{said.clear}</Button>
          <Button kind="primary" type="submit">
            {said.apply}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
