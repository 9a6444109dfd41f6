import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createEffect, createSignal, type Accessor } from 'solid-js';
import { asked } from '../../api/session.ts';
import { useWallTools } from '../../wall-context.ts';

/** So many are asked about: each answer reads a whole history's end, and of more the first say what is wrong. */
const ASKED_MOST = 20;

/** A page that failed on a sign; when it fails anew, that is another. */
const failureOf = ({ id, statusSince }: SignRow): string => `${id} ${statusSince}`;

/** Why these signs can't show their page, in their own words; undefined before it is read, and where nobody says. */
export function createPageFailureReasons(failed: Accessor<readonly SignRow[]>): (sign: SignRow) => string | undefined {
  const { client } = useWallTools();
  const [known, setKnown] = createSignal<ReadonlyMap<string, string>>(new Map());
  const begun = new Set<string>();
  async function read(sign: SignRow): Promise<void> {
    const answer = await asked(client.call('GET /api/signs/:id/now', { params: { id: sign.id } }));
    const content = answer.ok ? answer.body.content : null;
    const why = content?.detail ?? (content?.httpStatus ? `HTTP ${content.httpStatus}` : null);
    if (why) setKnown((before) => new Map(before).set(failureOf(sign), why));
  }
  createEffect(() => {
    for (const sign of failed()) {
      if (begun.size >= ASKED_MOST) return;
      if (begun.has(failureOf(sign))) continue;
      begun.add(failureOf(sign));
      void read(sign);
    }
  });
  return (sign) => known().get(failureOf(sign));
}
