import { sql } from 'kysely';
import type { z } from 'zod';
import type { listAudit } from '#contract/audit.ts';
import { subjectKindsOf } from '#domain/audit.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';

export const auditPageSize = 50;
const peopleMax = 1_000;

type Filter = z.output<NonNullable<typeof listAudit.query>>;

export interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly member_id: string | null;
  readonly action: string;
  readonly subject_kind: string;
  readonly subject_id: string | null;
  readonly detail: unknown;
  readonly subject: string | null;
}

/** The current name of the entry's subject; row-level security keeps to the board. */
const subjectName = sql<string | null>`case entry.subject_kind
  when 'meeting' then (select title from meetings t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'agenda-item' then (select title from agenda_items t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'announcement' then (select title from announcements t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'document' then (select title from documents t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'category' then (select name from categories t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'folder' then (select name from folders t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'group' then (select name from groups t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'guest' then (select name from meeting_guests t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'poll' then (select question from polls t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'profile-field' then (select name from profile_fields t where t.board_id = entry.board_id and t.id = entry.subject_id)
end`;

/** One more than a page, where there are more. */
export async function listAuditRows({ tx, board }: BoardScope, filter: Filter): Promise<readonly AuditRow[]> {
  const { member, kind, from, to, after } = filter;
  return tx
    .selectFrom('audit_entries as entry')
    .select(['entry.id', 'entry.at', 'entry.member_id', 'entry.action'])
    .select(['entry.subject_kind', 'entry.subject_id', 'entry.detail', subjectName.as('subject')])
    .where('entry.board_id', '=', board.id)
    .$if(member !== undefined, (query) => query.where('entry.member_id', '=', member ?? null))
    .$if(kind !== undefined, (query) =>
      query.where('entry.subject_kind', 'in', kind === undefined ? [] : [...subjectKindsOf[kind]]),
    )
    .$if(from !== undefined, (query) => query.where('entry.at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('entry.at', '<', new Date(to ?? 0)))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(entry.at, entry.id) < (
          select last.at, last.id from audit_entries last where last.board_id = ${board.id} and last.id = ${after}
        )`,
      ),
    )
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(auditPageSize + 1)
    .execute();
}

/** Of present and former members. */
export async function namesOf(scope: BoardScope, memberIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (memberIds.length === 0) return new Map();
  const rows = await selectPeople(scope)
    .where('member.id', 'in', [...new Set(memberIds)])
    .execute();
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`]));
}

/** Everybody with an entry. */
export async function listActors(scope: BoardScope): Promise<readonly { member_id: string; name: string }[]> {
  const rows = await selectPeople(scope)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('audit_entries as entry')
          .select('entry.id')
          .whereRef('entry.board_id', '=', 'member.board_id')
          .whereRef('entry.member_id', '=', 'member.id'),
      ),
    )
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('member.id')
    .limit(peopleMax)
    .execute();
  return rows.map((row) => ({ member_id: row.id, name: `${row.first_name} ${row.last_name}` }));
}
