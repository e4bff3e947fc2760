import type { DefaultMeeting } from '#contract/meeting-lifecycle.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { presenterColumns } from '#server/features/homes/meetings/agenda/presenter.ts';
import { checkedJoinUrl } from '#server/features/homes/meetings/commands.ts';

/** What a new meeting begins with while the board has said nothing. */
const plainMeeting: DefaultMeeting = {
  type: 'hybrid',
  length_minutes: 120,
  location: '',
  join_url: '',
  agenda_items: [],
};

export async function findDefaultMeeting(scope: BoardScope): Promise<DefaultMeeting> {
  const row = await scope.tx
    .selectFrom('meeting_defaults')
    .select(['type', 'length_minutes', 'location', 'join_url', 'agenda_items'])
    .where('board_id', '=', scope.board.id)
    .executeTakeFirst();
  if (!row) return plainMeeting;
  return { ...row, agenda_items: row.agenda_items as unknown as DefaultMeeting['agenda_items'] };
}

/** 404 for a presenter who is nobody of the board. */
export async function saveDefaultMeeting(scope: BoardScope, wanted: DefaultMeeting): Promise<DefaultMeeting> {
  const agenda_items = [];
  for (const item of wanted.agenda_items) {
    // What is kept here becomes an agenda, in which nobody but the board's own can be named.
    const { presenter, presenter_id: presenterId } = item;
    agenda_items.push({ ...item, ...(await presenterColumns(scope, { presenter, presenterId })) });
  }
  const saved = { ...wanted, agenda_items, join_url: checkedJoinUrl(wanted.join_url) };
  const row = { ...saved, agenda_items: JSON.stringify(saved.agenda_items), updated_at: scope.now };
  await scope.tx
    .insertInto('meeting_defaults')
    .values({ ...row, board_id: scope.board.id })
    .onConflict((conflict) => conflict.column('board_id').doUpdateSet(row))
    .execute();
  await audit(scope, { action: 'default-meeting.saved', subjectKind: 'board', subjectId: scope.board.id });
  return saved;
}
