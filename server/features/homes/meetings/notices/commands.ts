import { numberAgenda } from '#domain/agenda.ts';
import { type AnnouncedMeeting, type MeetingChange, meetingChanges } from '#domain/meeting-changes.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { meetingChangedMail } from '#server/features/homes/meetings/base/commands.ts';
import { listAgendaItems, type MeetingRow } from '#server/features/homes/meetings/base/queries.ts';
import { listRecipients } from '#server/features/homes/meetings/invitees/queries.ts';
import { listDocumentsOfMeeting } from '#server/features/papers/documents/queries.ts';

/** What members have been told of a meeting, and what they have not. */

type Reading = Pick<BoardScope, 'tx' | 'board'>;

export interface Notice {
  readonly id: string;
  readonly meetingId: string;
  readonly changes: readonly MeetingChange[];
  readonly note: string;
}

/** Writes down that members know the meeting as it is now; answers the notice's id. */
export async function recordNotice(
  scope: Pick<BoardScope, 'tx' | 'board' | 'now'>,
  notice: {
    readonly meeting: MeetingRow;
    readonly kind: 'published' | 'changed';
    readonly changes?: readonly MeetingChange[];
    readonly note?: string;
  },
): Promise<string> {
  const snapshot = await asTold(scope, notice.meeting);
  return insertNotice(scope, { ...notice, snapshot });
}

/** What tells when a meeting takes place and whether it does, and nothing else. */
const scheduleKinds = ['rescheduled', 'cancelled', 'restored'] as const;
type ScheduleKind = (typeof scheduleKinds)[number];

/** Such a message tells of that alone: what else has changed stays to be told. The meeting's row must be locked. */
export async function recordScheduleNotice(
  scope: Pick<BoardScope, 'tx' | 'board' | 'now'>,
  notice: {
    readonly meeting: MeetingRow;
    readonly kind: ScheduleKind;
    readonly changes?: readonly MeetingChange[];
  },
): Promise<string> {
  const snapshot = (await findTold(scope, notice.meeting.id)) ?? (await asTold(scope, notice.meeting));
  return insertNotice(scope, { ...notice, snapshot });
}

async function insertNotice(
  scope: Pick<BoardScope, 'tx' | 'board' | 'now'>,
  notice: {
    readonly meeting: Pick<MeetingRow, 'id'>;
    readonly kind: 'published' | 'changed' | ScheduleKind;
    readonly snapshot: AnnouncedMeeting;
    readonly changes?: readonly MeetingChange[];
    readonly note?: string;
  },
): Promise<string> {
  const row = await scope.tx
    .insertInto('meeting_notices')
    .values({
      board_id: scope.board.id,
      meeting_id: notice.meeting.id,
      kind: notice.kind,
      snapshot: JSON.stringify(notice.snapshot),
      changes: JSON.stringify(notice.changes ?? []),
      note: notice.note ?? '',
      created_at: scope.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** What members do not know yet; nothing for a meeting of which nobody was ever told. */
export async function listChanges(scope: Reading, meeting: MeetingRow): Promise<readonly MeetingChange[]> {
  const told = await findTold(scope, meeting.id);
  return told === null ? [] : meetingChanges(told, await asTold(scope, meeting));
}

/** Sends one message to each active invitee that lists what changed. The meeting's row must be locked. */
export async function notifyChanges(
  scope: BoardScope,
  given: { readonly meeting: MeetingRow; readonly note: string },
): Promise<number> {
  const { meeting, note } = given;
  if (meeting.state !== 'published') throw refused(meetingMessages.notPublished);
  const changes = await listChanges(scope, meeting);
  if (changes.length === 0) throw refused(meetingMessages.nothingChanged);
  const noticeId = await recordNotice(scope, { meeting, kind: 'changed', changes, note });
  const recipients = await listRecipients(scope, meeting.id);
  await queueMails(scope, { kind: meetingChangedMail, subjectId: noticeId, memberIds: recipients });
  const detail = { changes: changes.length, mails: recipients.length };
  await audit(scope, { action: 'meeting.changes-sent', subjectKind: 'meeting', subjectId: meeting.id, detail });
  return recipients.length;
}

export async function findNotice(scope: Reading, noticeId: string): Promise<Notice | null> {
  const row = await scope.tx
    .selectFrom('meeting_notices')
    .select(['id', 'meeting_id', 'changes', 'note'])
    .where('board_id', '=', scope.board.id)
    .where('id', '=', noticeId)
    .executeTakeFirst();
  if (!row) return null;
  const changes = row.changes as unknown as readonly MeetingChange[];
  return { id: row.id, meetingId: row.meeting_id, changes, note: row.note };
}

/** False once a later notice of these kinds was given. */
export async function isLatestNotice(
  scope: Reading,
  notice: Notice,
  kinds: readonly ScheduleKind[] = scheduleKinds,
): Promise<boolean> {
  const latest = await scope.tx
    .selectFrom('meeting_notices')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', notice.meetingId)
    .where('kind', 'in', kinds)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.id === notice.id;
}

async function findTold(scope: Reading, meetingId: string): Promise<AnnouncedMeeting | null> {
  const row = await scope.tx
    .selectFrom('meeting_notices')
    .select('snapshot')
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meetingId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? (row.snapshot as unknown as AnnouncedMeeting) : null;
}

async function asTold(scope: Reading, meeting: MeetingRow): Promise<AnnouncedMeeting> {
  const items = await listAgendaItems(scope, meeting.id);
  const documents = await listDocumentsOfMeeting(scope, meeting.id);
  return {
    title: meeting.title,
    location: meeting.location,
    join_url: meeting.join_url,
    description: meeting.description,
    items: numberAgenda(items, null).map(({ item, number }) => ({
      number,
      id: item.id,
      title: item.title,
      presenter: item.presenter_name ?? item.presenter,
      minutes: item.minutes,
      description: item.description,
    })),
    documents: documents.map(({ id, title, version_id, link_url, agenda_item_id }) => ({
      ...{ id, title, version_id, link_url, agenda_item_id },
    })),
  };
}
