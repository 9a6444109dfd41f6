import { OrganizationPage } from '../admin/organization-page-frame.tsx';
import { SystemPage } from '../admin/system/system-page.tsx';
import { WithAdminWords } from '../admin-context.ts';

export default function System() {
  return (
    <WithAdminWords>
      <OrganizationPage>{(me) => <SystemPage me={me()} />}</OrganizationPage>
    </WithAdminWords>
  );
}
