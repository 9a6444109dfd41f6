import { useAdminTools } from '../admin-context.ts';
import { useNow } from '../features/use-now.ts';
import { inSeconds } from '../ui/durations.ts';
import { Loading } from '../ui/loading.tsx';

/** A page says only then that it loads: most are there before. */
const SAYS_AFTER_MS = 400;

/** What a page loads, in the headline's place. */
export function PageLoading(props: { title: string }) {
  const { words, clock } = useAdminTools();
  const fromMs = clock.now();
  const now = useNow(100);
  const waitedMs = () => now() - fromMs;
  return (
    <div class="min-h-16 px-4 py-2" classList={{ invisible: waitedMs() < SAYS_AFTER_MS }}>
      <Loading title={props.title} since={words.states.seconds(inSeconds(waitedMs(), words.common.language, 1))} />
    </div>
  );
}
