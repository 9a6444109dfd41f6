import { createSignal, Show } from 'solid-js';
import { useTools } from '../tools.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Dialog, DialogText } from '../ui/dialog.tsx';
import { FirstSigns } from '../ui/first-signs.tsx';
import { Qr } from '../ui/qr.tsx';
import { claimAddress } from './claim-address.ts';

/** An event without signs: how the first gets there. */
export function NoSigns(props: { mayClaim: boolean; onPrepare(): void }) {
  const { words, session } = useTools();
  const [isQrOpen, setQrOpen] = createSignal(false);
  const address = (): string | null => {
    const state = session.state();
    return claimAddress(state.is === 'signed-in' ? state.me : {}, location.origin);
  };
  return (
    <div class="max-w-[calc(720rem/16)] px-4 py-8 min-[701px]:px-7">
      <FirstSigns isHeading title={words.states.noSigns.title} steps={words.states.noSigns.steps}>
        <Button kind="primary" disabled={!props.mayClaim} onClick={() => setQrOpen(true)}>
          {words.states.noSigns.showQr}
        </Button>
        <Button disabled={!props.mayClaim} onClick={() => props.onPrepare()}>
          {words.states.noSigns.prepare}
        </Button>
        <Show when={!props.mayClaim}>
          <p class="w-full text-ink-2">{words.states.noSigns.onlyOperators}</p>
        </Show>
      </FirstSigns>
      <Dialog isOpen={isQrOpen()} onClose={() => setQrOpen(false)} title={words.wall.qr.title}>
        <Show
          when={address()}
          fallback={
            <>
              <DialogText>{words.wall.qr.onlyHere}</DialogText>
              <p class="mt-3 rounded-control bg-sunk px-3 py-2.5 font-mono font-[500]">npm start -- --https</p>
            </>
          }
        >
          {(known) => (
            <>
              <DialogText>{words.wall.qr.lead}</DialogText>
              <div class="mt-4">
                <Qr text={known()} said={words.wall.qr.label(known())} />
              </div>
              <p class="mt-3 text-center font-mono font-[500] [overflow-wrap:anywhere]">{known()}</p>
            </>
          )}
        </Show>
        <Actions>
          <Button onClick={() => setQrOpen(false)}>{words.wall.qr.close}</Button>
        </Actions>
      </Dialog>
    </div>
  );
}
