import type { Clock } from '@sign-display/contracts/clock-and-random';
import { startPushReceiver, type BrowserSubscription } from '@sign-display/backend/testing/push-receiver';
import { receivedByPush, type ArrivedPush, type ReceivedMessage } from './read-received-messages.ts';

/** The browsers of people who want push messages, and the push service that serves them. */
export interface PushBrowsers {
  /** Opens a browser for the person with this e-mail address, and returns its subscription. */
  open(email: string): BrowserSubscription;
  messages(): readonly ReceivedMessage[];
  /** Requests that the push service refused because they break the RFCs. */
  faults(): readonly string[];
  close(): Promise<void>;
}

export async function startPushBrowsers(clock: Clock): Promise<PushBrowsers> {
  const receiver = await startPushReceiver();
  const owners = new Map<string, string>();
  const messages: ReceivedMessage[] = [];
  /** Notes each push message when it arrives. */
  const listen = (): void => {
    void receiver.receivedSoMany(messages.length + 1).then(() => {
      for (const { endpoint, payload, headers } of receiver.received.slice(messages.length)) {
        const message = payload as Omit<ArrivedPush, 'topic'>;
        const arrived = { ...message, topic: headers.topic };
        messages.push(receivedByPush(owners.get(endpoint) ?? endpoint, clock.now(), arrived));
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
