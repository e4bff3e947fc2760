import { sql } from 'kysely';
import { actionItemsMax } from '#contract/action-items.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import type { SelectedRow } from '#server/db/page-statement.ts';
import { actionVisibleWhere } from '#server/features/deciding/action-items/action-item/visibility.ts';
import { bodyIdOf } from '#server/features/deciding/room/desk/visibility.ts';
import { eachWithRights } from '#server/features/members/audience/queries.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';
import type { DueItem } from '#server/jobs/each-due.ts';

export const selectItemsOfOwner = (scope: Pick<BoardJobScope, 'tx' | 'board'>, memberId: string) =>
  scope.tx
    .selectFrom('action_items as item')
    .innerJoin('members as owner', (join) => sameBoard(join, 'owner.id', 'item.owner_id'))
    .innerJoin('users as account', 'account.id', 'owner.user_id')
    .leftJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'item.meeting_id'))
    .select([
      'item.id',
      'item.title',
      'item.notes',
      'item.state',
      'item.link_generation',
      'meeting.title as meeting_title',
      'account.email',
      'account.first_name',
      'account.last_name',
    ])
    .select([sql<string>`item.due_on::text`.as('due_on'), sql<boolean>`item.uid_hash is not null`.as('has_link')])
    .where('item.board_id', '=', scope.board.id)
    .where('item.owner_id', '=', memberId)
    .where('owner.status', '=', 'active')
    .where('account.disabled_at', 'is', null)
    .where(actionVisibleWhere(eachWithRights(scope, 'owner')))
    .orderBy('item.due_on')
    .orderBy('item.id');
export type ItemOfOwner = SelectedRow<typeof selectItemsOfOwner>;

/** The names of other owners are empty if the recipient may not see other members. */
export const selectOverdueOf = (
  scope: BoardJobScope,
  of: { readonly memberId: string; readonly meetingId: string; readonly today: string },
) =>
  scope.tx
    .selectFrom('action_items as item')
    .innerJoin('meetings as meets', (join) =>
      join.onRef('meets.board_id', '=', 'item.board_id').on('meets.id', '=', of.meetingId),
    )
    .innerJoin('members as member', (join) =>
      join.onRef('member.board_id', '=', 'item.board_id').on('member.id', '=', of.memberId),
    )
    .innerJoin(selectPeople(scope).as('owner'), (join) => join.onRef('owner.id', '=', 'item.owner_id'))
    .leftJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'item.meeting_id'))
    .select(['item.id', 'item.title', sql<string>`item.due_on::text`.as('due_on')])
    .select(
      sql<string>`case
        when member.is_board_admin or owner.id = member.id
          or not (select people_hidden from boards board where board.id = item.board_id)
        then btrim(owner.first_name || ' ' || owner.last_name) || owner.name_note else ''
      end`.as('owner_name'),
    )
    .where('item.board_id', '=', scope.board.id)
    .where('item.state', 'in', ['open', 'in-progress'])
    .where(sql<boolean>`item.due_on < ${of.today}::date`)
    .where(
      sql<boolean>`case when item.body_id is null then ${bodyIdOf(scope, 'meeting')} else item.body_id end
        = ${bodyIdOf(scope, 'meets')}`,
    )
    .where(actionVisibleWhere(eachWithRights(scope, 'member')))
    .orderBy('item.due_on')
    .orderBy('item.id')
    .limit(actionItemsMax);

export async function readReminderDays(scope: Pick<BoardJobScope, 'tx' | 'board'>): Promise<readonly number[]> {
  const row = await selectRows(scope, 'deciding_settings').select('action_reminder_days').executeTakeFirstOrThrow();
  return row.action_reminder_days;
}

const dueAtOnceMax = 500;
export const remindersDue = (now: Date) => sql<DueItem>`
  select board_id, member_id as id from gate.action_reminders_due(${now}, ${dueAtOnceMax})
`;
export const reportsDue = (now: Date) => sql<DueItem>`
  select board_id, meeting_id as id from gate.action_reports_due(${now}, ${dueAtOnceMax})
`;
