import { sql } from 'kysely';
import { reminderDays } from '#domain/action-items.ts';
import { isoDate } from '#domain/dates.ts';
import { dayAfter } from '#domain/days.ts';
import { selectRows, updateRows } from '#server/db/board-rows.ts';
import { type BoardJobScope, todayOf } from '#server/db/board-scope.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { listMeetingDesk } from '#server/features/deciding/room/desk/queries.ts';
import { listBriefedToday } from '#server/features/homes/meetings/notices/queries.ts';
import { readReminderDays, selectItemsOfOwner, selectOverdueOf } from './queries.ts';

export const actionsDueMail = 'action-items-due';
export const actionsOverdueMail = 'action-items-overdue';

/** Sends each member at most one message a day. */
export async function remindOwner(scope: BoardJobScope, memberId: string): Promise<void> {
  const today = todayOf(scope);
  const daysBefore = await readReminderDays(scope);
  const items = await selectRows(scope, 'action_items', { owner_id: memberId })
    .select(['id', sql<string>`due_on::text`.as('due_on')])
    .select([
      sql<string>`reminders_from::text`.as('reminders_from'),
      sql<string | null>`reminded_on::text`.as('reminded_on'),
    ])
    .where('state', 'in', ['open', 'in-progress'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (items.some((item) => item.reminded_on !== null && item.reminded_on >= today)) return;
  const hit = items.filter((item) =>
    reminderDays(item.due_on, daysBefore).some(
      (day) => day <= today && day > item.reminders_from && (item.reminded_on === null || day > item.reminded_on),
    ),
  );
  if (hit.length === 0) return;
  await updateRows(scope, 'action_items', {})
    .set({ reminded_on: today })
    .where(
      'id',
      'in',
      hit.map(({ id }) => id),
    )
    .execute();
  if ((await listBriefedToday(scope, { memberId })).has(memberId)) return;
  const seen = new Set((await selectItemsOfOwner(scope, memberId).execute()).map(({ id }) => id));
  if (hit.some(({ id }) => seen.has(id))) {
    await queueMails(scope, { kind: actionsDueMail, subjectId: scope.board.id, memberIds: [memberId] });
  }
}

export async function reportOverdue(scope: BoardJobScope, meetingId: string): Promise<void> {
  const today = todayOf(scope);
  const meeting = await selectRows(scope, 'meetings', { id: meetingId, state: 'published', deleted_at: null })
    .select(['id', 'starts_at'])
    .forShare()
    .executeTakeFirst();
  if (!meeting?.starts_at || isoDate(meeting.starts_at, scope.board.timeZone) !== dayAfter(today)) return;
  const first = await scope.tx
    .insertInto('action_item_reports')
    .values({ board_id: scope.board.id, meeting_id: meetingId, day: today })
    .onConflict((conflict) => conflict.doNothing())
    .returning('meeting_id')
    .executeTakeFirst();
  if (!first) return;
  const informed: string[] = [];
  for (const memberId of await listMeetingDesk(scope, meetingId)) {
    const [overdue] = await selectOverdueOf(scope, { memberId, meetingId, today }).limit(1).execute();
    if (overdue) informed.push(memberId);
  }
  await queueMails(scope, { kind: actionsOverdueMail, subjectId: meetingId, memberIds: informed });
}
