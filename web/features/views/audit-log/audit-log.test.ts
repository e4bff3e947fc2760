import { expect, test } from 'vitest';
import { auditQuery } from './audit-log.tsx';

test('the audit log is filtered by whole days in the board’s time zone, and invalid filters are dropped', () => {
  expect(auditQuery({ from: '2026-11-01', to: '2026-11-01', kind: 'board' }, 'America/Halifax')).toEqual({
    kind: 'board',
    from: '2026-11-01T00:00[America/Halifax]',
    to: '2026-11-02T00:00[America/Halifax]',
  });
  expect(auditQuery({ member: 'me', kind: 'everything', from: 'today', to: '2026-02-30' }, 'UTC')).toEqual({});
});
