import type { GuardedStreams } from '../http/guard-response-streams.ts';
import type { Node } from '../node.ts';
import type { Accounts, Post } from './accounts.ts';
import type { Phase } from './deps.ts';
import type { Notifying } from './notifications.ts';
import type { AppServer } from './http-server-without-routes.ts';

/** What a service consists of. */
export interface Parts {
  phase: Phase;
  node: Node;
  server: AppServer;
  post: Post;
  accounts: Accounts;
  notifying: Notifying;
  streams: GuardedStreams;
}
