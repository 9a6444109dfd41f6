import { OrganizationPage } from '../admin/organization-page-frame.tsx';
import { SettingsPage } from '../admin/settings/settings-page.tsx';
import { WithAdminWords } from '../admin-context.ts';

export default function OrganizationSettings() {
  return (
    <WithAdminWords>
      <OrganizationPage>
        {(me, organization) => <SettingsPage organizationId={organization().id} role={organization().role} me={me()} />}
      </OrganizationPage>
    </WithAdminWords>
  );
}
