import { InboxPage } from '../inbox/inbox-page.tsx';
import { WithInboxWords } from '../inbox-context.ts';

export default function Inbox() {
  return (
    <WithInboxWords>
      <InboxPage />
    </WithInboxWords>
  );
}
