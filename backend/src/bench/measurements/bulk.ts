import { BENCH_PERSON } from '../servers/prepare-fleet-database.bench.ts';
import type { ServerKind } from '../figures/figures.ts';
import { addRound, withServer, type Stage } from './run-with-measured-server.ts';

/** One request that gives a page to connected signs, until the last of them has been told; beside a bare broadcast of the same message. */

const WARM_UPS = 2;

async function signIn(url: string): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(BENCH_PERSON);
  const answer = await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`sign-in failed: ${answer.status} ${await answer.text()}`);
  return { ...headers, authorization: `Bearer ${answer.headers.get('set-auth-token')}` };
}

const measureOne = (stage: Stage, kind: ServerKind, round: number): Promise<void> =>
  withServer(stage, kind, {}, async ({ server, kiosks, connect, look }) => {
    const { organizationId, recordIds } = stage.fleet;
    const { bulkSigns } = stage.options;
    await connect(stage.claimed.slice(0, bulkSigns));
    // These alone: the others of the fleet have no connection, and cost the service something all the same.
    const signIds = recordIds.slice(0, bulkSigns);
    const headers = kind === 'ours' ? await signIn(server.url) : {};
    async function tellAll(page: string): Promise<void> {
      if (kind !== 'ours') return server.watch!.tell({ contentId: 'bench', url: page, source: 'assigned' });
      const body = JSON.stringify({ organizationId, target: { signIds }, action: { url: page } });
      const answer = await fetch(`${server.url}/api/signs/bulk`, { method: 'POST', headers, body });
      if (answer.status !== 202)
        throw new Error(`the bulk request was not accepted: ${answer.status} ${await answer.text()}`);
    }
    for (let turn = 0; turn <= WARM_UPS; turn += 1) {
      const page = `https://example.com/${round}/${turn}`;
      await kiosks.do('listen', { text: `"${page}"` });
      const taken = await look();
      const beganMs = Number(process.hrtime.bigint()) / 1e6;
      await tellAll(page);
      const { atMs } = await kiosks.do('heard', {});
      const { load } = await taken();
      if (turn < WARM_UPS) continue;
      // Some hundred milliseconds: too few of the system's ticks to say how busy a core was.
      const server = kind === 'ours' ? 'ours' : 'bare';
      addRound(stage, { server, round, load: { ...load, others: 0 } }, { bulkPage: atMs - beganMs });
    }
  });

export async function measureBulk(stage: Stage, round: number): Promise<void> {
  const both: ServerKind[] = round % 2 === 0 ? ['ours', 'socket.io'] : ['socket.io', 'ours'];
  for (const kind of both) await measureOne(stage, kind, round);
}
