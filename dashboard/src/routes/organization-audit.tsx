import { AuditPage } from '../admin/audit/audit-page.tsx';
import { OrganizationPage } from '../admin/organization-page-frame.tsx';
import { WithAdminWords } from '../admin-context.ts';

export default function OrganizationAudit() {
  return (
    <WithAdminWords>
      <OrganizationPage>
        {(_, organization) => (
          <AuditPage
            organizationId={organization().id}
            organizationName={organization().name}
            role={organization().role}
          />
        )}
      </OrganizationPage>
    </WithAdminWords>
  );
}
