import { OrganizationPage } from '../admin/organization-page.tsx';
import { SettingsPage } from '../admin/settings/settings-page.tsx';
import { WithAdminWords } from '../admin-tools.ts';

export default function OrganizationSettings() {
  return (
    <WithAdminWords>
      <OrganizationPage>
        {(_, organization) => <SettingsPage organizationId={organization().id} role={organization().role} />}
      </OrganizationPage>
    </WithAdminWords>
  );
}
