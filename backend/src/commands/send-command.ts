import type { BackendEvent, BackendMessage } from '@sign-display/contracts/kiosk-events';
import { LIMITS } from '@sign-display/contracts/limits';
import type { CommandName } from '@sign-display/contracts/rest/commands';
import type { KioskGateway } from '../cluster/kiosk-gateway-types.ts';

/** How a command looks on its way to the kiosk (contract, section 4.2). */

/** Where a request does not say: some 100 kB of lines, and an image that a phone shows at once. */
const COMMAND_DEFAULTS = { logLines: 500, screenshotWidth: 1_280, identifySeconds: LIMITS.identifySeconds } as const;

interface SendableCommand {
  id: string;
  deviceSignId: string;
  command: CommandName;
  /** As the request's schema lets them through. */
  args: Record<string, unknown>;
  contentId: string | null;
  /** Not null where its state is `sent`. */
  sentAt: Date | null;
  expiresAt: Date;
}

type Envelope = {
  [Event in BackendEvent]: { event: Event; payload: BackendMessage<Event> };
}[BackendEvent];

/** The message of a command, the same however often it is sent. */
function commandMessage(sendable: SendableCommand): Envelope {
  const { id: commandId, command, args, contentId, sentAt, expiresAt } = sendable;
  const envelope = { commandId, expiresAt: expiresAt.toISOString() };
  switch (command) {
    case 'refresh':
    case 'reboot':
    case 'reboot_device':
    case 'update':
      return { event: `sign:${command}`, payload: envelope };
    case 'set_background_mode':
      return { event: 'sign:set_background_mode', payload: { ...envelope, enabled: args.enabled as boolean } };
    case 'fetch_logs': {
      const { limit = COMMAND_DEFAULTS.logLines, since } = args as { limit?: number; since?: string };
      return { event: 'sign:fetch_logs', payload: { ...envelope, limit, ...(since !== undefined && { since }) } };
    }
    case 'screenshot': {
      const { maxWidth = COMMAND_DEFAULTS.screenshotWidth } = args as { maxWidth?: number };
      return { event: 'sign:screenshot', payload: { ...envelope, maxWidth } };
    }
    case 'identify': {
      const { seconds = COMMAND_DEFAULTS.identifySeconds } = args as { seconds?: number };
      // The sign starts at the row's `sentAt`, so that a dashboard that reads the row can blink in step.
      if (sentAt === null) throw new Error(`command ${commandId} has no sending time`);
      return { event: 'sign:identify', payload: { ...envelope, seconds, startsAtMs: sentAt.getTime() } };
    }
    case 'display_content': {
      const { url, until } = args as { url: string; until?: string };
      const content = { contentId, url, source: 'manual' as const, ...(until !== undefined && { until }) };
      return { event: 'sign:display_content', payload: { commandId, ...content } };
    }
  }
}

/** Sends a command to its device. Harmless when repeated: the kiosk runs a commandId once (promise K6). */
export function sendCommand(gateway: KioskGateway, command: SendableCommand): void {
  const { event, payload } = commandMessage(command);
  gateway.send(command.deviceSignId, event, payload, { type: 'commands' });
}
