import { z } from 'zod';
import { type AuditLine, listAudit } from '#contract/audit.ts';
import { knownName } from '#domain/identity.ts';
import { implementRead, type Route } from '#server/http/implement.ts';
import { type AuditRow, auditActors, auditPageSize, auditParams, auditRows } from './queries.ts';

const detailShape = z.looseObject({
  fields: z.string().optional().catch(undefined),
  counts: z.string().optional(),
  via: z.string().optional(),
  by_site_admin: z.string().optional(),
});
type Detail = z.output<typeof detailShape>;

export const auditRoutes: readonly Route[] = [
  implementRead(listAudit, {
    reads: { rows: auditRows, actors: auditActors },
    paramsOf: ({ query }) => auditParams(query),
    answer: ({ found: { rows, actors } }) => ({
      lines: rows.slice(0, auditPageSize).map(presentLine),
      has_more: rows.length > auditPageSize,
      people: actors.map((row) => ({ member_id: row.id, name: knownName(row) })),
    }),
  }),
];

function presentLine(row: AuditRow): AuditLine {
  const detail = detailShape.parse(row.detail);
  return {
    id: row.id,
    at: row.at.toISOString(),
    by: row.member_id === null || row.by === null ? null : { member_id: row.member_id, name: row.by },
    by_link: detail.via === 'magic',
    by_site_admin: detail.by_site_admin !== undefined,
    action: row.action,
    subject: row.subject,
    fields: detail.counts === undefined ? fieldsOf(detail) : [detail.counts],
  };
}

const fieldsOf = (detail: Detail): string[] =>
  (detail.fields ?? '')
    .split(' ')
    .filter((field) => field !== '')
    .map((field) => {
      const [before, after] = [detail[`${field}_before`], detail[`${field}_after`]];
      return typeof before === 'string' && typeof after === 'string' ? `${field}: ${before} → ${after}` : field;
    });
