import type { z } from 'zod';
import { limits } from '../../../contract/fields.ts';
import type { createMeeting as createContract, updateMeeting as updateContract } from '../../../contract/meetings.ts';
import { meetingEndError } from '../../../domain/meeting-times.ts';
import { meetingMessages, validationMessages } from '../../../domain/messages.ts';
import { publicWebAddress } from '../../../domain/web-address.ts';
import type { BoardScope } from '../../db/board-scope.ts';
import { invalid, refused } from '../../errors.ts';
import { tellLive } from '../../http/live-hub.ts';
import { audit } from '../audit/commands.ts';
import { loadMeeting, type MeetingRow } from './queries.ts';

type CreateBody = z.output<NonNullable<typeof createContract.body>>;
type UpdateBody = z.output<NonNullable<typeof updateContract.body>>;

/** Looking again within this time is the same visit: what was new stays marked while one reads. */
const visitLastsMs = 30 * 60_000;
/** A visit under way is written down at most this often. */
const visitPauseMs = 60_000;

/** Answers the new draft's id. */
export async function createMeeting(scope: BoardScope, body: CreateBody): Promise<string> {
  const { tx, board, member, now } = scope;
  const row = await tx
    .insertInto('meetings')
    .values({
      board_id: board.id,
      title: body.title,
      type: body.type,
      starts_at: body.start,
      ends_at: body.end,
      location: body.location,
      join_url: checkedJoinUrl(body.join_url),
      description: body.description,
      created_by: member.id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (body.agenda_items.length > 0) {
    await tx
      .insertInto('agenda_items')
      .values(
        body.agenda_items.map((item, index) => ({
          ...item,
          board_id: board.id,
          meeting_id: row.id,
          position: index + 1,
          created_at: now,
        })),
      )
      .execute();
  }
  await audit(scope, { action: 'meeting.created', subjectKind: 'meeting', subjectId: row.id });
  await tellMeetingChanged(scope, { id: row.id, state: 'draft' });
  return row.id;
}

/** Changes what a meeting says. Type and times of a published one are changed by rescheduling, which asks everyone anew. */
export async function updateMeeting(scope: BoardScope, before: MeetingRow, body: UpdateBody): Promise<MeetingRow> {
  const startsAt = body.start === undefined ? before.starts_at : new Date(body.start);
  const endsAt = body.end === undefined ? before.ends_at : new Date(body.end);
  const type = body.type ?? before.type;
  const endError = meetingEndError(startsAt, endsAt);
  if (endError) throw invalid({ end: endError });
  const isMoved = +startsAt !== +before.starts_at || +endsAt !== +before.ends_at || type !== before.type;
  if (isMoved && before.state !== 'draft') throw refused(meetingMessages.timesFixed);
  const after = {
    title: body.title ?? before.title,
    type,
    starts_at: startsAt,
    ends_at: endsAt,
    location: body.location ?? before.location,
    join_url: body.join_url === undefined ? before.join_url : checkedJoinUrl(body.join_url),
    description: body.description ?? before.description,
  };
  const changed = changedFields(before, after);
  if (changed.length === 0) return before;
  const sequence = before.state === 'draft' ? before.sequence : before.sequence + 1;
  await scope.tx
    .updateTable('meetings')
    .set({ ...after, sequence, updated_at: scope.now })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', before.id)
    .execute();
  await audit(scope, {
    action: 'meeting.updated',
    subjectKind: 'meeting',
    subjectId: before.id,
    detail: { fields: changed.join(' ') },
  });
  await tellMeetingChanged(scope, before);
  return loadMeeting(scope, before.id);
}

function changedFields(before: MeetingRow, after: Partial<MeetingRow>): readonly string[] {
  return (Object.keys(after) as (keyof MeetingRow)[]).filter(
    (key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]),
  );
}

/** Takes a draft away; it is kept for 30 days. */
export async function deleteDraft(scope: BoardScope, meeting: MeetingRow): Promise<void> {
  if (meeting.state !== 'draft') throw refused(meetingMessages.onlyDraftsDeleted);
  await scope.tx
    .updateTable('meetings')
    .set({ deleted_at: scope.now, updated_at: scope.now })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', meeting.id)
    .execute();
  await audit(scope, { action: 'meeting.deleted', subjectKind: 'meeting', subjectId: meeting.id });
  await tellMeetingChanged(scope, meeting);
}

/** Writes down that an invited reader looks at a meeting; answers when the visit before ended, null for none. */
export async function rememberVisit(scope: BoardScope, meetingId: string): Promise<Date | null> {
  const own = await scope.tx
    .selectFrom('invitees')
    .select(['last_visited_at', 'previous_visited_at'])
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meetingId)
    .where('member_id', '=', scope.member.id)
    .executeTakeFirst();
  if (!own) return null;
  const { last_visited_at: last, previous_visited_at: previous } = own;
  const passedMs = last === null ? Number.POSITIVE_INFINITY : scope.now.getTime() - last.getTime();
  const before = passedMs < visitLastsMs ? previous : last;
  if (passedMs >= visitPauseMs) {
    await scope.tx
      .updateTable('invitees')
      .set({ last_visited_at: scope.now, previous_visited_at: before })
      .where('board_id', '=', scope.board.id)
      .where('meeting_id', '=', meetingId)
      .where('member_id', '=', scope.member.id)
      .execute();
  }
  return before;
}

/** Tells the open pages of whoever may know of the meeting: of a draft, editors alone. */
export async function tellMeetingChanged(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  meeting: Pick<MeetingRow, 'id' | 'state'>,
): Promise<void> {
  const audience = meeting.state === 'draft' ? 'board-admins' : 'everyone';
  await tellLive(scope, { noun: 'meeting', id: meeting.id }, audience);
}

/** The normal form of the address; empty stays empty. */
function checkedJoinUrl(text: string): string {
  if (text === '') return '';
  const address = publicWebAddress(text);
  if (address === null) throw invalid({ join_url: validationMessages.url });
  if (address.length > limits.urlCharactersMax) {
    throw invalid({ join_url: validationMessages.maxLength(limits.urlCharactersMax) });
  }
  return address;
}
