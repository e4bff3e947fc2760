import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { ReportName } from '#domain/reports.ts';
import { paths } from '#web/paths.ts';
import type { ReportsAddress } from './reports-address.ts';

/** Whatever changes begins anew. */
const firstPage: Readonly<Record<string, string | undefined>> = { page: undefined };

/** What is shown is kept in the address, so that Back, a reload and a shared link show the same. */
export function useReportsAddress() {
  const address: ReportsAddress = useSearch({ from: '/shell/board/board-admins/admin/reports' });
  const navigate = useNavigate({ from: '/admin/reports' });
  const { options } = useRouter();
  const set = (change: Readonly<Record<string, string | undefined>>): void =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...firstPage, ...change }), resetScroll: false });
  /** Another report, narrowed to the same. */
  const hrefOf = (report: ReportName): string => {
    const { period, from, to, group, member } = address;
    const kept = { report: report === 'attendance' ? undefined : report, period, from, to, group, member };
    return `${paths.adminReports()}${options.stringifySearch(kept)}`;
  };
  return { address, set, hrefOf };
}
