import { ContentFetchesPage } from '../admin/content-fetches/content-fetches-page.tsx';
import { OrganizationPage } from '../admin/organization-page-frame.tsx';
import { WithAdminWords } from '../admin-context.ts';

export default function OrganizationContentFetches() {
  return (
    <WithAdminWords>
      <OrganizationPage>
        {(_, organization) => <ContentFetchesPage organizationId={organization().id} role={organization().role} />}
      </OrganizationPage>
    </WithAdminWords>
  );
}
