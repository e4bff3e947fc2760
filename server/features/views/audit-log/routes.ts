import { z } from 'zod';
import { type AuditLine, listAudit } from '#contract/audit.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { type AuditRow, auditPageSize, listActors, listAuditRows, namesOf } from './queries.ts';

const detailShape = z.object({
  fields: z.string().optional().catch(undefined),
  via: z.string().optional(),
  by_site_admin: z.string().optional(),
});

export const auditRoutes: readonly Route[] = [
  implement(listAudit, async ({ scope, query }) => {
    const rows = await listAuditRows(scope, query);
    const shown = rows.slice(0, auditPageSize);
    const names = await namesOf(
      scope,
      shown
        .flatMap((row) => [row.member_id, row.subject_kind === 'member' ? row.subject_id : null])
        .filter((id) => id !== null),
    );
    return {
      lines: shown.map((row) => presentLine(row, names)),
      has_more: rows.length > shown.length,
      people: query.after === undefined ? [...(await listActors(scope))] : [],
    };
  }),
];

function presentLine(row: AuditRow, names: ReadonlyMap<string, string>): AuditLine {
  const detail = detailShape.parse(row.detail);
  const nameOf = (memberId: string): string | undefined => names.get(memberId);
  const subject = row.subject_kind === 'member' && row.subject_id !== null ? nameOf(row.subject_id) : row.subject;
  const by = row.member_id === null ? undefined : nameOf(row.member_id);
  return {
    id: row.id,
    at: row.at.toISOString(),
    by: row.member_id === null || by === undefined ? null : { member_id: row.member_id, name: by },
    by_link: detail.via === 'magic',
    by_site_admin: detail.by_site_admin !== undefined,
    action: row.action,
    subject: subject ?? null,
    fields: detail.fields?.split(' ').filter((field) => field !== '') ?? [],
  };
}
