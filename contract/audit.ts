import { z } from 'zod';
import { auditKinds } from '#domain/audit.ts';
import { endpoint } from './endpoint.ts';
import { id, instant } from './fields.ts';

/** One line of a board's log: who did what to what, and when. */
export const auditLine = z.strictObject({
  id,
  at: instant,
  /** Null: a job of the product, or site administration. */
  by: z.strictObject({ member_id: id, name: z.string() }).nullable(),
  /** By a link in a message, without signing in. */
  by_link: z.boolean(),
  by_site_admin: z.boolean(),
  /** `meeting.published`; `domain/audit.ts` has the words. */
  action: z.string(),
  /** What it was about, by its name of today; null once it is gone, or where the board itself is meant. */
  subject: z.string().nullable(),
  /** Names of fields that were changed, where the log keeps them. */
  fields: z.array(z.string()),
});
export type AuditLine = z.output<typeof auditLine>;

export const listAudit = endpoint({
  name: 'audit.list',
  summary: 'The board’s log, the latest first, fifty at a time',
  method: 'GET',
  path: '/ajax/audit',
  access: 'board-admin',
  query: z.strictObject({
    /** Of one member alone. */
    member: id.optional(),
    kind: z.enum(auditKinds).optional(),
    from: instant.optional(),
    /** Before that instant. */
    to: instant.optional(),
    /** The id of the last line that is shown already. */
    after: id.optional(),
  }),
  answer: z.strictObject({
    lines: z.array(auditLine),
    has_more: z.boolean(),
    /** Everybody who stands in the log, by name; to filter by. */
    people: z.array(z.strictObject({ member_id: id, name: z.string() })),
  }),
});
