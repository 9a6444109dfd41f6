import type { Clock } from '@sign-display/contracts/ports';
import { startPushReceiver, type BrowserSubscription } from '@sign-display/backend/testing/push-receiver';
import { toldByPush, type ToldMessage } from './told-message.ts';

/** The browsers of people who want push messages, and the push service between. */
export interface PushBrowsers {
  /** One more browser, of the person with this address: what it subscribes with. */
  open(email: string): BrowserSubscription;
  messages(): readonly ToldMessage[];
  /** What the push service refused because it was not as the RFCs have it. */
  faults(): readonly string[];
  close(): Promise<void>;
}

export async function startPushBrowsers(clock: Clock): Promise<PushBrowsers> {
  const receiver = await startPushReceiver();
  const owners = new Map<string, string>();
  const messages: ToldMessage[] = [];
  /** Notes each push when it comes. */
  const listen = (): void => {
    void receiver.receivedSoMany(messages.length + 1).then(() => {
      for (const { endpoint, payload } of receiver.received.slice(messages.length)) {
        const message = payload as { notificationId: string; title: string; text: string };
        messages.push(toldByPush(owners.get(endpoint) ?? endpoint, clock.now(), message));
      }
      listen();
    });
  };
  listen();
  return {
    open(email) {
      const subscription = receiver.subscribe();
      owners.set(subscription.endpoint, email);
      return subscription;
    },
    messages: () => messages,
    faults: () => receiver.faults,
    close: () => receiver.close(),
  };
}
