import type { ServiceDeps } from '../../db/database-types.ts';
import { answer, type Router } from '../../http/router.ts';
import type { PushContact } from '../delivery/push-contact.ts';
import type { PushEndpoints } from '../delivery/guard-push-endpoints.ts';
import { isPointOfP256 } from '../delivery/push-key-check.ts';
import {
  deletePushSubscription,
  describePushSubscriptions,
  putPushSubscription,
} from './push-subscriptions-repository.ts';
import type { VapidKeys } from '../delivery/vapid-keys.ts';

/** Browsers that take a person's notifications, over REST (contract, sections 3 and 3.1). */
export function addPushSubscriptionRoutes(
  router: Router,
  deps: ServiceDeps & {
    pushEndpoints: PushEndpoints;
    vapidKeys: () => Promise<VapidKeys>;
    contact(): PushContact;
  },
): void {
  const { db, pushEndpoints, vapidKeys, contact } = deps;

  router.route('GET /api/push-subscriptions/key', async () => {
    const to = contact();
    if ('off' in to) return { code: 'conflict', detail: to.off };
    return answer(200, { publicKey: (await vapidKeys()).publicKey });
  });

  router.route('GET /api/push-subscriptions', async ({ caller }) =>
    answer(200, { items: await describePushSubscriptions(db, caller.userId, deps.clock.now()) }),
  );

  router.route('POST /api/push-subscriptions', async ({ body: { endpoint, keys }, caller }) => {
    const wrong = await pushEndpoints.check(endpoint);
    const errors = [
      ...(wrong === null ? [] : [{ path: '/endpoint', message: wrong }]),
      ...(isPointOfP256(keys.p256dh) ? [] : [{ path: '/keys/p256dh', message: 'is no point of the curve P-256' }]),
    ];
    if (errors.length > 0) return { code: 'validation_failed', detail: 'The body does not match the schema.', errors };
    const put = await putPushSubscription(deps, caller, { endpoint, ...keys });
    return put ? answer(201, { endpoint, createdAt: put.createdAt.toISOString() }) : { code: 'unauthenticated' };
  });

  router.route('DELETE /api/push-subscriptions', async ({ body, caller }) => {
    await deletePushSubscription(db, caller.userId, body.endpoint);
    return answer(204);
  });
}
