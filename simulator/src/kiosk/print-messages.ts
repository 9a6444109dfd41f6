import type { BackendEvent, BackendMessage } from '@sign-display/contracts/kiosk-events';
import type { Connection, ConnectionHandlers, Transport } from '@sign-display/kiosk-agent/ports';

/** What happens between a kiosk and the service, in lines that a person reads. */

type Say = (line: string) => void;
type Described = Pick<BackendMessage<'sign:claimed'>, 'organization' | 'event' | 'sign'>;

const nameOf = ({ sign, event, organization }: Described): string =>
  `“${sign.name}” (${sign.location}) in “${event.name}” of ${organization.name}`;

const LINES: { [Event in BackendEvent]?: (message: BackendMessage<Event>) => string | null } = {
  'sign:apply_link': ({ url }) => (url === null ? 'asked to confirm a claim without a page' : `asked to prove ${url}`),
  'sign:claimed': (message) => `claimed as ${nameOf(message)}`,
  'sign:config': ({ sign, event, organization }) =>
    sign && event && organization
      ? `is ${nameOf({ sign, event, organization })}`
      : 'is unclaimed and waits to be claimed',
  'sign:unregistered': ({ reason }) => `unregistered: ${reason}`,
  'sign:deleted': ({ reason }) => `the sign record was deleted: ${reason}`,
  'sign:display_content': ({ url, source }) =>
    url === null ? 'asked to show no page' : `asked to show ${url} (${source})`,
  'sign:settings_update': () => 'settings changed',
  'sign:refresh': () => 'asked to reload the page',
  'sign:reboot': () => 'asked to restart the app',
  'sign:reboot_device': () => 'asked to reboot the machine',
  'sign:update': () => 'asked to check for an update',
  'sign:set_background_mode': ({ enabled }) =>
    `asked to ${enabled ? 'go to the background' : 'return to the foreground'}`,
  'sign:fetch_logs': () => 'asked for the logs',
  'sign:screenshot': () => 'asked for a screenshot',
  'sign:identify': ({ seconds }) =>
    seconds === 0 ? 'asked to hide the code' : `asked to show the code over the page for ${seconds} s`,
  'kiosk:error': ({ code, detail }) => `the service reported ${code}: ${detail}`,
  'server:reconnect': ({ afterMs }) => `asked to connect again in ${Math.round(afterMs / 1_000)} s`,
};

/** Null where there is nothing to say of it. */
function lineFor(event: string, message: unknown): string | null {
  const line = LINES[event as BackendEvent] as ((message: unknown) => string | null) | undefined;
  try {
    return line?.(message) ?? null;
  } catch {
    return `the service sent a ${event} message that can’t be read`;
  }
}

/** Tells of each connection and message. A line that says what the last one said is left out: one that can't connect tries for ever. */
export function printMessages(transport: Transport, say: Say): Transport {
  let last = '';
  const tell: Say = (line) => {
    if (line !== last) say(line);
    last = line;
  };
  const tellHandlers = (handlers: ConnectionHandlers): ConnectionHandlers => ({
    onOpen() {
      tell('connected');
      handlers.onOpen();
    },
    onRefused(code, detail, reset) {
      const words = detail === code ? '' : `: ${detail}`;
      tell(
        code === null
          ? `the service can’t be reached (${detail}), retrying`
          : `the service refused the connection with ${code}${words}`,
      );
      handlers.onRefused(code, detail, reset);
    },
    onLost(reason) {
      tell(`disconnected (${reason}), reconnecting`);
      handlers.onLost(reason);
    },
    onMessage(event, message) {
      const line = lineFor(event, message);
      if (line !== null) tell(line);
      handlers.onMessage(event, message);
    },
  });
  return {
    connect(handshake, handlers) {
      const connection = transport.connect(handshake, tellHandlers(handlers));
      const request: Connection['request'] = (event, payload, timeoutMs) => {
        if (event === 'sign:link_ack') {
          const { result, reason, detail, loadMs } = payload as {
            result: string;
            reason?: string;
            detail?: string;
            loadMs?: number;
          };
          if (result === 'success')
            tell(loadMs === undefined ? 'confirmed the claim' : `proved the page in ${Math.round(loadMs)} ms`);
          else tell(`could not prove the page: ${reason}${detail === undefined ? '' : ` (${detail})`}`);
        }
        return connection.request(event, payload, timeoutMs);
      };
      return { ...connection, request };
    },
  };
}
