import { z } from 'zod';
import { auditKinds } from '#domain/audit.ts';
import { endpoint } from './endpoint.ts';
import { enteredInstant, id, instant } from './fields.ts';

export const auditLine = z.strictObject({
  id,
  at: instant,
  /** This is null for actions of background jobs and site admins. */
  by: z.strictObject({ member_id: id, name: z.string() }).nullable(),
  by_link: z.boolean(),
  by_site_admin: z.boolean(),
  /** For example, `meeting.published`. */
  action: z.string(),
  subject: z.string().nullable(),
  /** Some entries include the old and new values: `seats: 9 → 11`. */
  fields: z.array(z.string()),
});
export type AuditLine = z.output<typeof auditLine>;

export const listAudit = endpoint({
  name: 'audit.list',
  summary: 'The board’s log, the latest first, fifty at a time',
  route: 'GET /ajax/audit',
  access: 'board-admin',
  query: z.strictObject({
    member: id.optional(),
    kind: z.enum(auditKinds).optional(),
    from: enteredInstant.optional(),
    to: enteredInstant.optional(),
    after: id.optional(),
  }),
  answer: z.strictObject({
    lines: z.array(auditLine),
    has_more: z.boolean(),
    people: z.array(z.strictObject({ member_id: id, name: z.string() })),
  }),
});
