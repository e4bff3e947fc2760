import { SetupPage } from '#web/features/core/boards/setup-page.tsx';
import { DecidingSetup } from '#web/features/deciding/deciding/deciding-setup.tsx';
import { AuditLog } from '#web/features/views/audit-log/audit-log.tsx';

export function Setup() {
  return <SetupPage deciding={<DecidingSetup />} auditLog={<AuditLog />} />;
}
