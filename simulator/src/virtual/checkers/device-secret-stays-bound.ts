import type { Checker, Watch } from './checker.ts';
import { assertPromise } from './assert-promise.ts';

/** A signId stays bound to the secret that came with it first (contract, section 1): what K1 is worth to the backend. */
export const deviceSecrets: Checker = {
  promises: ['K1'],
  begin(world): Watch {
    const bound = new Map<unknown, unknown>();
    return {
      async afterCommit(commits) {
        if (!commits.some(({ tables }) => tables.has('device'))) return;
        for (const { sign_id: signId, secret_hash: secretHash } of await world.records.of('device')) {
          const first = bound.get(signId);
          assertPromise(
            first === undefined || first === secretHash,
            'K1',
            'a signId was bound to another secret',
            () => ({
              seen: signId,
              expected: 'identity_conflict',
            }),
          );
          bound.set(signId, secretHash);
        }
      },
    };
  },
};
