import type { Clock, Random } from '@sign-display/contracts/clock-and-random';
import type { Carrier } from './node-messaging.ts';
import type { RedisClients } from './redis-clients.ts';
import { createSealedMessages } from './signed-messages.ts';

/** Of every node that knows this form of messages. */
export const CHANNEL = 'sign-display:nodes:1';
/** Above the longest list of identifiers in one message. */
const CHARACTERS_MOST = 8 * 1024 * 1024;

/** A message in a room, or the news that messages of this sender were lost. */
type Carried = [room: string, message: unknown] | ['gap'];

/** What was sealed by a node of another version is checked like any input (check-node-message.ts). */
function readCarried(body: string): Carried | null {
  try {
    const carried = JSON.parse(body) as unknown;
    if (!Array.isArray(carried)) return null;
    if (carried.length === 1 && carried[0] === 'gap') return ['gap'];
    return carried.length === 2 && typeof carried[0] === 'string' ? [carried[0], carried[1]] : null;
  } catch {
    return null;
  }
}

/**
 * Carries messages between the nodes through one channel of Redis' sharded pub/sub (decision 5). Others may write to it, so that only sealed messages are
 * taken; who receives a message is decided by each node's rooms.
 */
export function createRedisCarrier(
  { publisher, subscriber, publish, onReturn }: RedisClients,
  deps: { secret: string; clock: Clock; random: Random },
): Carrier {
  const sealed = createSealedMessages(deps);
  let gap: () => void = () => {};
  const carry = (carried: Carried): void =>
    void publish(() => publisher.spublish(CHANNEL, sealed.seal(JSON.stringify(carried))));

  return {
    send: (room, message) => carry([room, message]),
    receive(receive, observe) {
      subscriber.on('smessage', (_channel: string, text: string) => {
        try {
          const opened = text.length > CHARACTERS_MOST ? { refused: 'malformed' as const } : sealed.open(text);
          if ('refused' in opened) {
            if (opened.refused !== 'own') observe?.dropped(opened.refused);
            return;
          }
          const carried = readCarried(opened.body);
          if (carried === null) observe?.dropped('malformed');
          else if (carried.length === 1) gap();
          else receive(...carried);
        } catch (error) {
          observe?.caught(error);
        }
      });
      void subscriber.ssubscribe(CHANNEL);
    },
    onGap(tell) {
      gap = tell;
      onReturn((lost) => {
        if (lost === 'received') tell();
        else carry(['gap']);
      });
    },
  };
}
