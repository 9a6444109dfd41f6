import { createSignal, For, Show, type ComponentProps } from 'solid-js';
import { render } from 'solid-js/web';
import { browserClock } from '../../adapters/browser-clock.ts';
import { CameraView } from '../../camera/camera-view.tsx';
import { readPhoto } from '../../camera/read-photo.ts';
import { isFound } from '../../camera/parse-scanned-text.ts';
import { fetchReaderAhead } from '../../camera/reading/reader.ts';
import { keepAwake } from '../../camera/wake-lock.ts';
import { ToolsContext } from '../../app-context.ts';
import '../../styles/main.css';

/** The camera alone on a page, with a switch for each of its properties and a line for all it tells. */
function Page() {
  const [isMounted, setMounted] = createSignal(true);
  const [scanning, setScanning] = createSignal(true);
  const [torch, setTorch] = createSignal(false);
  const [passes, setPasses] = createSignal<string | null>(null);
  const [told, setTold] = createSignal<string[]>([]);
  const tell = (what: string, value: unknown) => setTold((lines) => [...lines, `${what} ${JSON.stringify(value)}`]);
  const [stop, setStop] = createSignal<(() => void) | null>(null);
  return (
    <main>
      <div class="relative h-[240px] w-[320px]">
        <Show when={isMounted()}>
          <CameraView
            scanning={scanning()}
            torch={torch()}
            passes={passes()}
            onFound={(scanned) => {
              if (isFound(scanned)) setPasses(scanned.shortCode);
              tell('found', scanned);
            }}
            onState={(state) => tell('state', state)}
          />
        </Show>
      </div>
      <button onClick={() => setMounted((is) => !is)}>camera</button>
      <button onClick={() => setScanning((is) => !is)}>scanning</button>
      <button onClick={() => setTorch((is) => !is)}>torch</button>
      <button onClick={() => void fetchReaderAhead().then(() => tell('ahead', true))}>ahead</button>
      <button
        onClick={() => {
          stop()?.();
          setStop(() => (stop() ? null : keepAwake()));
        }}
      >
        awake
      </button>
      <input
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        onInput={({ currentTarget }) => {
          const photo = currentTarget.files?.[0];
          if (photo)
            void readPhoto(photo, browserClock).then(
              (result) => tell('photo', result),
              (error: Error) => tell('photo', { rejected: error.message }),
            );
        }}
      />
      <ol>
        <For each={told()}>{(line) => <li>{line}</li>}</For>
      </ol>
    </main>
  );
}

type Tools = ComponentProps<typeof ToolsContext.Provider>['value'];
// The camera asks its tools for the time, and for nothing else.
render(
  () => (
    <ToolsContext.Provider value={{ clock: browserClock } as Tools}>
      <Page />
    </ToolsContext.Provider>
  ),
  document.body,
);
