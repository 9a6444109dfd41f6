import type { MemberSession } from '@sign-display/contracts/rest/organizations';
import { createEffect, createSignal, type Accessor } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { asked, type Trouble } from '../../api/session.ts';
import { mayManagePeople, roleReaches } from '../../features/shell/permissions.ts';
import type { People } from './create-people.ts';

export interface PersonSessions {
  /** Undefined until they are read, and where they may not be read. */
  all: Accessor<readonly MemberSession[] | undefined>;
  trouble: Accessor<{ why: Trouble } | undefined>;
  /** Why the caller may not see them. */
  refused: Accessor<'onlyAdmins' | 'aboveYours' | undefined>;
  drop(sessionId: string): void;
  dropAll(): void;
  read(): void;
}

/** The sessions of the member at the address. Each reading is noted in the audit log, so nothing reads them again without a reason. */
export function createSessions(people: People, userId: Accessor<string | undefined>): PersonSessions {
  const { client } = useAdminTools();
  const [known, setKnown] = createSignal<{ userId: string; items: readonly MemberSession[] }>();
  const [trouble, setTrouble] = createSignal<{ userId: string; why: Trouble }>();
  const person = () => people.all()?.find((one) => one.userId === userId() && one.state === 'member');
  const refused = () => {
    const found = person();
    const { role } = people.organization();
    if (!found || found.userId === people.me().user.id) return undefined;
    return mayManagePeople(role) ? (roleReaches(role, found.role) ? undefined : 'aboveYours') : 'onlyAdmins';
  };
  async function read(id: string): Promise<void> {
    setTrouble();
    const params = { id: people.organization().id, userId: id };
    const answer = await asked(client.call('GET /api/organizations/:id/members/:userId/sessions', { params }));
    if (id !== userId()) return;
    if (answer.ok) setKnown({ userId: id, items: answer.body.items });
    else setTrouble({ userId: id, why: answer.body });
  }
  /** Whose sessions are to be read. */
  const wanted = () => {
    const found = person();
    return found && refused() === undefined && found.userId !== people.me().user.id ? found.userId : undefined;
  };
  createEffect((before: string | undefined) => {
    const id = wanted();
    if (id !== undefined && id !== before) void read(id);
    return id;
  }, undefined);
  const items = () => {
    const found = known();
    return found && found.userId === wanted() ? found.items : undefined;
  };
  const keep = (left: readonly MemberSession[]): void => {
    const id = wanted();
    if (id !== undefined) setKnown({ userId: id, items: left });
  };
  return {
    all: items,
    trouble: () => {
      const failed = trouble();
      return failed && failed.userId === wanted() ? failed : undefined;
    },
    refused,
    drop: (sessionId) => keep((items() ?? []).filter(({ id }) => id !== sessionId)),
    dropAll: () => keep([]),
    read: () => {
      const id = wanted();
      if (id !== undefined) void read(id);
    },
  };
}
