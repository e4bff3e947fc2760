import type { listAudit } from '#contract/audit.ts';
import type { QueryInputOf } from '#contract/endpoint.ts';
import { auditKinds } from '#domain/audit-words.ts';
import { isLocalDate, localToInstant } from '#domain/local-time.ts';

/** As the address has it: anybody may have typed that. */
export interface AuditFilter {
  readonly member?: string | undefined;
  readonly kind?: string | undefined;
  /** Days of the board's time zone, `YYYY-MM-DD`, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** What the server is asked; what it would not understand is left out. */
export function queryOf(filter: AuditFilter, timeZone: string): QueryInputOf<typeof listAudit> {
  const { member, from, to } = filter;
  const kind = auditKinds.find((known) => known === filter.kind);
  return {
    ...(member !== undefined && isId(member) ? { member } : {}),
    ...(kind === undefined ? {} : { kind }),
    ...(from !== undefined && isLocalDate(from) ? { from: startOf(from, timeZone) } : {}),
    ...(to !== undefined && isLocalDate(to) ? { to: startOf(dayAfter(to), timeZone) } : {}),
  };
}

const startOf = (date: string, timeZone: string): string =>
  localToInstant({ date, time: '00:00' }, timeZone).toISOString();

function dayAfter(date: string): string {
  const next = new Date(`${date}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
