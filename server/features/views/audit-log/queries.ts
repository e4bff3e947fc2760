import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { listAudit } from '#contract/audit.ts';
import { subjectKindsOf } from '#domain/audit.ts';
import { withheldItemTitle } from '#domain/messages/interests.ts';
import { defineEither, defineRows, type PageScope, type QueryScope, type ResultOf } from '#server/db/page-statement.ts';
import { seenIn } from '#server/features/members/audience/visibility.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';

export const auditPageSize = 50;
const peopleMax = 1_000;

const nameOf = (scope: QueryScope, memberId: RawBuilder<string>): RawBuilder<string | null> => sql<string | null>`(
  select btrim(named.first_name || ' ' || named.last_name) || named.name_note
  from ${selectPeople(scope).where('member.id', '=', memberId)} as named
)`;

const aboutName = (scope: QueryScope): RawBuilder<string> => sql<string>`coalesce(
  ': ' || ${nameOf(scope, sql`(entry.detail ->> 'for_member_id')::uuid`)},
  ': ' || (
    select title from agenda_items t
    where t.board_id = entry.board_id and t.id = (entry.detail ->> 'agenda_item_id')::uuid
  ),
  ''
)`;

/** Check the pattern before the cast, because details may also contain names. */
const uuidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

const isSeen = (scope: PageScope): RawBuilder<boolean> => sql<boolean>`(
  ${seenIn(scope, sql.ref('entry.subject_id'))} and not exists (
    select from jsonb_each_text(entry.detail) named
    where case when named.value ~ ${sql.lit(uuidPattern)} then not ${seenIn(scope, sql`named.value::uuid`)} else false end
  )
)`;

/** Row-level security hides names that belong to other boards. */
const subjectName = (scope: PageScope): RawBuilder<string | null> => sql<string | null>`case
  when ${isSeen(scope)} then ${nameOfSubject(scope)} else ${sql.lit(withheldItemTitle)}
end`;

const nameOfSubject = (scope: QueryScope): RawBuilder<string | null> => sql<string | null>`case entry.subject_kind
  when 'member' then ${nameOf(scope, sql.ref('entry.subject_id'))}
  when 'meeting' then (
    select title from meetings t where t.board_id = entry.board_id and t.id = entry.subject_id
  ) || ${aboutName(scope)}
  when 'minutes' then (select title from meetings t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'agenda-item' then (select title from agenda_items t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'announcement' then (select title from announcements t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'document' then (select title from documents t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'category' then (select name from categories t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'folder' then (select name from folders t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'group' then (select name from groups t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'body' then (select nullif(name, '') from bodies t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'guest' then (select name from meeting_guests t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'poll' then (select question from polls t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'action-item' then (select title from action_items t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'motion' then (
    select left(text, 200) from motions t where t.board_id = entry.board_id and t.id = entry.subject_id
  ) || case when entry.detail ? 'for_member_id' then ${aboutName(scope)} else '' end
  when 'resolution' then (
    select title from written_resolutions t where t.board_id = entry.board_id and t.id = entry.subject_id
  ) || case when entry.detail ? 'for_member_id' then ${aboutName(scope)} else '' end
  when 'interest' then (select organisation from interests t where t.board_id = entry.board_id and t.id = entry.subject_id)
  when 'profile-field' then (select name from profile_fields t where t.board_id = entry.board_id and t.id = entry.subject_id)
end`;

const filterParams = { member: 'uuid', kinds: 'text', from: 'timestamptz', to: 'timestamptz', after: 'uuid' } as const;
const lastId = sql.lit('ffffffff-ffff-ffff-ffff-ffffffffffff');

const isOfKinds = (kinds: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`entry.subject_kind = any(string_to_array(${kinds}, ' '))`;

/** Selects one more row than fits on a page, so that the caller can tell whether there is a next page. */
export const auditRows = defineEither(['all', 'member', 'kinds'], (key) =>
  defineRows(filterParams, (scope, { member, kinds, from, to, after }) =>
    scope.tx
      .selectFrom('audit_entries as entry')
      .select(['entry.id', 'entry.at', 'entry.member_id', 'entry.action', 'entry.subject_kind', 'entry.detail'])
      .select([nameOf(scope, sql.ref('entry.member_id')).as('by'), subjectName(scope).as('subject')])
      .where(sql<boolean>`(${isSeen(scope)} or entry.action like 'declaration.%')`)
      .where('entry.board_id', '=', scope.board.id)
      .$if(key === 'member', (query) => query.where('entry.member_id', '=', member))
      .$if(key === 'kinds', (query) => query.where(isOfKinds(kinds)))
      .$if(key === 'member', (query) => query.where(sql<boolean>`(${kinds} is null or ${isOfKinds(kinds)})`))
      .where(sql<boolean>`entry.at >= coalesce(${from}, '-infinity') and entry.at < coalesce(${to}, 'infinity')`)
      .where(
        sql<boolean>`(entry.at, entry.id) < (
          coalesce(
            (select last.at from audit_entries last where last.board_id = ${scope.board.id} and last.id = ${after}),
            case when ${after} is null then 'infinity'::timestamptz end
          ),
          coalesce(${after}, ${lastId})
        )`,
      )
      .orderBy('entry.at', 'desc')
      .orderBy('entry.id', 'desc')
      .limit(auditPageSize + 1),
  ),
);

export type AuditRow = ResultOf<typeof auditRows>[number];

type Filter = z.output<NonNullable<typeof listAudit.query>>;

export const auditParams = ({ member, kind, from, to, after }: Filter) => ({
  key: keyOf({ member, kind }),
  member: member ?? null,
  kinds: kind === undefined ? null : subjectKindsOf[kind].join(' '),
  from: from === undefined ? null : new Date(from),
  to: to === undefined ? null : new Date(to),
  after: after ?? null,
});

function keyOf({ member, kind }: Pick<Filter, 'member' | 'kind'>) {
  if (member !== undefined) return 'member';
  return kind === undefined ? 'all' : 'kinds';
}

export const auditActors = defineRows({ after: 'uuid' }, (scope, { after }) =>
  selectPeople(scope)
    .where(sql<boolean>`${after} is null`)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('audit_entries as entry')
          .select('entry.id')
          .whereRef('entry.board_id', '=', 'member.board_id')
          .whereRef('entry.member_id', '=', 'member.id'),
      ),
    )
    .orderBy((eb) => eb.fn.coalesce(eb.fn<string | null>('nullif', ['last_name', eb.val('')]), 'first_name'))
    .orderBy('first_name')
    .orderBy('member.id')
    .limit(peopleMax),
);
