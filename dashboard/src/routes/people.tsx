import { createSignal } from 'solid-js';
import { OrganizationPage } from '../admin/organization-page-frame.tsx';
import { PeoplePage } from '../admin/people/people-page.tsx';
import { WithAdminWords } from '../admin-context.ts';

export default function People() {
  const [field, setField] = createSignal<HTMLInputElement>();
  return (
    <WithAdminWords>
      <OrganizationPage onFind={() => field()?.focus()}>
        {(me, organization) => <PeoplePage me={me()} organization={organization()} onFindField={setField} />}
      </OrganizationPage>
    </WithAdminWords>
  );
}
