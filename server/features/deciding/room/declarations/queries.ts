import { sql } from 'kysely';
import { isFound, sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { defineRows } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import type { MailJob } from '#server/features/core/mail/ports.ts';
import type { MeetingRow } from '#server/features/homes/meetings/meeting/queries.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { pageReaderOf } from '#server/features/members/audience/queries.ts';
import { seenIn } from '#server/features/members/audience/visibility.ts';

export async function hasCarriedMotion(scope: BoardScope, itemId: string): Promise<boolean> {
  return isFound(selectRows(scope, 'motions', { agenda_item_id: itemId, state: 'carried' }).select('id').limit(1));
}

export async function listWithheldWith(
  scope: BoardScope,
  { memberId, subjectId }: { readonly memberId: string; readonly subjectId: string },
): Promise<readonly string[]> {
  const rows = await selectRows(scope, 'withheld', { member_id: memberId, lifted_at: null })
    .select('agenda_item_id as id')
    .distinct()
    .where((row) => row.or([row('subject_id', '=', subjectId), row('agenda_item_id', '=', subjectId)]))
    .execute();
  return rows.map(({ id }) => id);
}

export async function listCopyMeetingIds(
  { tx, board, now }: Pick<BoardScope, 'tx' | 'board' | 'now'>,
  { itemId, memberId }: { readonly itemId: string; readonly memberId: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct copy.meeting_id as id
    from (select ${itemId}::uuid as id union all select sub.id from sub_items_of(${board.id}, ${itemId}) sub) item,
      copies_of(${board.id}, item.id, ${memberId}, ${now}) copy
  `.execute(tx);
  return rows.map(({ id }) => id);
}

export type WithheldCopy = Pick<MeetingRow, 'id' | 'state'> & {
  readonly item_id: string;
  readonly member_id: string;
  readonly withheld_id: string;
  readonly withheld_with: string;
  readonly is_over: boolean;
  readonly has_open_vote: boolean;
};

export async function listWithheldCopies(
  { tx, board, now }: Pick<BoardScope, 'tx' | 'board' | 'now'>,
  of: { readonly besides: string } & (
    | { readonly memberId: string; readonly items: readonly string[] }
    | { readonly since: Date }
  ),
): Promise<readonly WithheldCopy[]> {
  const isAsked =
    'since' in of
      ? sql<boolean>`held.withheld_at >= ${of.since}::timestamptz`
      : sql<boolean>`held.member_id = ${of.memberId} and held.agenda_item_id = any(${of.items}::uuid[])`;
  const { rows } = await sql<WithheldCopy>`
    select meeting.id, meeting.state, item.id as item_id, held.member_id, held.id as withheld_id,
      held.agenda_item_id as withheld_with,
      is_over(meeting.board_id, meeting.id, ${now}) as is_over,
      exists (
        select from votes vote
        where vote.board_id = meeting.board_id and vote.meeting_id = meeting.id and vote.state = 'open'
      ) as has_open_vote
    from withheld held
    join agenda_items item on item.board_id = held.board_id and item.id = held.subject_id
    join meetings meeting on meeting.board_id = item.board_id and meeting.id = item.meeting_id
    where held.board_id = ${board.id} and held.lifted_at is null and ${isAsked}
      and meeting.id <> ${of.besides} and meeting.deleted_at is null
      and not exists (
        select from withheld above, sub_items_of(above.board_id, above.subject_id) sub
        where above.board_id = held.board_id and above.member_id = held.member_id and above.lifted_at is null
          and above.agenda_item_id = held.agenda_item_id and sub.id = item.id
      )
    order by meeting.id, held.id
  `.execute(tx);
  return rows;
}

/** Also accepts the id of a deleted item. Throws `not-found` if nothing is withheld. */
export async function meetingOfWithheld({ tx, board }: BoardScope, itemId: string): Promise<string> {
  const { rows } = await sql<{ meeting_id: string }>`
    select coalesce(item.meeting_id, paper.meeting_id, motion.meeting_id, action.meeting_id) as meeting_id
    from withheld held
    left join motions motion on motion.board_id = held.board_id and motion.id = held.subject_id
    left join action_items action on action.board_id = held.board_id and action.id = held.subject_id
    left join documents paper on paper.board_id = held.board_id and paper.id = held.subject_id and paper.deleted_at is null
    left join agenda_items item on item.board_id = held.board_id and item.id in (held.subject_id, paper.agenda_item_id)
    where held.board_id = ${board.id} and held.lifted_at is null and ${itemId}::uuid in (held.subject_id, held.agenda_item_id)
      and coalesce(item.meeting_id, paper.meeting_id, motion.meeting_id, action.meeting_id) is not null
    order by held.id limit 1
  `.execute(tx);
  const [row] = rows;
  if (!row) throw notFound();
  return row.meeting_id;
}

export const findDeclarationMail = (
  { tx, board }: BoardJobScope,
  { memberId, subjectId: declarationId }: Pick<MailJob, 'memberId' | 'subjectId'>,
) =>
  tx
    .selectFrom('declarations as declaration')
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'declaration.meeting_id'))
    .innerJoin('members as reader', (join) =>
      join.onRef('reader.board_id', '=', 'declaration.board_id').on('reader.id', '=', memberId),
    )
    .innerJoin('users as account', 'account.id', 'reader.user_id')
    .innerJoin('members as about', (join) => sameBoard(join, 'about.id', 'declaration.member_id'))
    .leftJoin('members as withholder', (join) => sameBoard(join, 'withholder.id', 'declaration.withheld_by'))
    .leftJoin('members as lifter', (join) => sameBoard(join, 'lifter.id', 'declaration.lifted_by'))
    .select(['account.email', 'account.first_name', 'account.last_name'])
    .select(['meeting.id as meeting_id', 'meeting.title as meeting_title'])
    .select(['declaration.member_id', 'declaration.agenda_item_id', 'declaration.nature', 'declaration.reason'])
    .select(['declaration.recused_at', 'declaration.withheld_at', 'declaration.lifted_at'])
    .select([
      sql<string>`known_name(about)`.as('name'),
      sql<string | null>`known_name(withholder)`.as('withheld_by'),
      sql<string | null>`known_name(lifter)`.as('lifted_by'),
    ])
    .where('declaration.board_id', '=', board.id)
    .where('declaration.id', '=', declarationId)
    .where('reader.status', '=', 'active')
    .where('account.disabled_at', 'is', null)
    .where('meeting.deleted_at', 'is', null)
    .executeTakeFirst();
export type DeclarationMail = NonNullable<Awaited<ReturnType<typeof findDeclarationMail>>>;

export async function findCopyMail(
  { tx, board }: BoardJobScope,
  { memberId, subjectId: withheldId }: Pick<MailJob, 'memberId' | 'subjectId'>,
): Promise<DeclarationMail | null> {
  const { rows } = await sql<DeclarationMail>`
    select account.email, account.first_name, account.last_name,
      meeting.id as meeting_id, meeting.title as meeting_title,
      held.member_id, item.id as agenda_item_id, '' as nature, held.reason,
      held.withheld_at as recused_at, held.withheld_at, held.lifted_at,
      known_name(about) as name,
      known_name(withholder) as withheld_by, null as lifted_by
    from withheld held
    join agenda_items item on item.board_id = held.board_id and item.id = held.subject_id
    join meetings meeting on meeting.board_id = item.board_id and meeting.id = item.meeting_id
    join members reader on reader.board_id = held.board_id and reader.id = ${memberId}
    join users account on account.id = reader.user_id
    join members about on about.board_id = held.board_id and about.id = held.member_id
    join members withholder on withholder.board_id = held.board_id and withholder.id = held.withheld_by
    where held.board_id = ${board.id} and held.id = ${withheldId} and held.lifted_at is null
      and reader.status = 'active' and account.disabled_at is null and meeting.deleted_at is null
  `.execute(tx);
  return rows[0] ?? null;
}

const itemsMax = 500;

export const copiedItems = defineRows({ id: 'uuid', member_id: 'uuid' }, (scope, { id, member_id }) =>
  scope.tx
    .selectFrom('agenda_items as item')
    .innerJoinLateral(
      sql<{
        id: string;
        meeting_id: string;
      }>`(select * from copies_of(item.board_id, item.id, ${member_id}, ${scope.now}))`.as('copy'),
      (join) => join.onTrue(),
    )
    .innerJoin('meetings as meeting', (join) =>
      join.onRef('meeting.board_id', '=', 'item.board_id').onRef('meeting.id', '=', 'copy.meeting_id'),
    )
    .select(['copy.id', 'copy.meeting_id', 'item.id as agenda_item_id', 'meeting.title', 'meeting.starts_at'])
    .select(sql<boolean>`is_over(meeting.board_id, meeting.id, ${scope.now})`.as('is_over'))
    .select(
      sql<boolean>`exists (
        select from motions motion
        where motion.board_id = item.board_id and motion.agenda_item_id = copy.id and motion.state = 'carried'
      )`.as('has_carried'),
    )
    .where('item.board_id', '=', scope.board.id)
    .where('item.meeting_id', '=', id)
    .where('meeting.id', '<>', id)
    .where('meeting.deleted_at', 'is', null)
    .where(meetingVisibleWhere(pageReaderOf(scope), 'meeting'))
    .where(seenIn(scope, sql.ref('copy.id')))
    .orderBy('meeting.starts_at')
    .orderBy('meeting.id')
    .limit(itemsMax),
);

export const openedPapers = defineRows({ id: 'uuid', member_id: 'uuid' }, (scope, { id, member_id }) =>
  scope.tx
    .selectFrom('agenda_items as item')
    .innerJoin('documents as document', (join) => sameBoard(join, 'document.agenda_item_id', 'item.id'))
    .innerJoin('audit_entries as opening', (join) => sameBoard(join, 'opening.subject_id', 'document.id'))
    .select('item.id as agenda_item_id')
    .select([
      sql<number>`count(distinct document.id)::int`.as('papers'),
      sql<number>`count(*)::int`.as('openings'),
      sql<Date>`max(opening.at)`.as('last_at'),
    ])
    .where('item.board_id', '=', scope.board.id)
    .where('item.meeting_id', '=', id)
    .where('document.deleted_at', 'is', null)
    .where('opening.member_id', '=', member_id)
    .where(sql<boolean>`opening.action in ('document.opened', 'document.downloaded')`)
    .where(seenIn(scope, sql.ref('item.id')))
    .where(seenIn(scope, sql.ref('document.id')))
    .groupBy('item.id')
    .orderBy('item.id')
    .limit(itemsMax),
);
