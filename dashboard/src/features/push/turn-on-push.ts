import { asked, type Trouble } from '../../api/session.ts';
import type { Tools } from '../../app-context.ts';

/** `dismissed`: the person closed the browser's question. `failed`: the browser could not register with its push service. */
export type TurnedOn =
  { is: 'on' } | { is: 'denied' } | { is: 'dismissed' | 'failed' } | { is: 'refused'; why: Trouble };

/** Asks for the permission, registers this browser with its push service, and then with the service. Call it within a click. */
export async function turnOnPush(
  { client, push }: Pick<Tools, 'client' | 'push'>,
  publicKey: string,
): Promise<TurnedOn> {
  const permission = await push.ask();
  if (permission !== 'granted') return permission === 'denied' ? { is: 'denied' } : { is: 'dismissed' };
  const subscription = await push.subscribe(publicKey).catch(() => null);
  if (subscription === null) return { is: 'failed' };
  const answer = await asked(client.call('POST /api/push-subscriptions', { body: subscription }));
  if (answer.ok) return { is: 'on' };
  // The service sends nothing there, so the browser need not listen.
  await push.unsubscribe(subscription.endpoint);
  return { is: 'refused', why: answer.body };
}

/** Turns notifications off. Returns the reason of a failure; undefined when this browser gets no more notifications. */
export async function turnOffPush(
  { client, push }: Pick<Tools, 'client' | 'push'>,
  endpoint: string,
): Promise<Trouble | undefined> {
  const answer = await asked(client.call('DELETE /api/push-subscriptions', { body: { endpoint } }));
  if (!answer.ok) return answer.body;
  await push.unsubscribe(endpoint);
  return undefined;
}
