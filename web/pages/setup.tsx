import { SetupPage } from '#web/features/core/boards/setup-page.tsx';
import { AuditLog } from '#web/features/views/audit-log/audit-log.tsx';

/** A board's setup with the audit log, which is a view above the boards. */
export function Setup() {
  return <SetupPage auditLog={<AuditLog />} />;
}
