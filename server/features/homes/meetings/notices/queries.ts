import { sql } from 'kysely';
import { numberAgenda } from '#domain/agenda.ts';
import {
  type AnnouncedDocument,
  type AnnouncedMeeting,
  changesBesides,
  type MeetingChange,
  meetingChanges,
} from '#domain/meeting-changes.ts';
import { isFound, selectRows } from '#server/db/board-rows.ts';
import { type BoardJobScope, type BoardScope, todayOf } from '#server/db/board-scope.ts';
import { definePage, defineRows, type QueryScope, type SqlValue } from '#server/db/page-statement.ts';
import { selectRecipients } from '#server/features/homes/meetings/invitees/queries.ts';
import {
  type AgendaItemRow,
  type DatedMeeting,
  listAgendaItems,
  type MeetingRow,
  meetingOfReader,
  selectAgendaItemsOf,
} from '#server/features/homes/meetings/meeting/queries.ts';
import { memberView, selectWithheldIds } from '#server/features/members/audience/visibility.ts';
import {
  changedPagesSince,
  type DocumentRow,
  selectDocumentsOfMeeting,
} from '#server/features/papers/documents/queries.ts';
import type { DueItem } from '#server/jobs/each-due.ts';

type Reading = Pick<BoardScope, 'tx' | 'board'>;

const scheduleKinds = ['rescheduled', 'cancelled', 'restored'] as const;
export type ScheduleKind = (typeof scheduleKinds)[number];

export async function listChanges(scope: Reading, meeting: MeetingRow): Promise<readonly MeetingChange[]> {
  const announced = await findAnnounced(scope, meeting.id);
  return changesSince(announced, await snapshot(scope, meeting));
}

export const changesSince = (announced: AnnouncedMeeting | null, now: AnnouncedMeeting): readonly MeetingChange[] =>
  announced === null ? [] : meetingChanges(announced, now);

export async function seenChanges(
  scope: Reading,
  changes: readonly MeetingChange[],
  memberId: string,
): Promise<readonly MeetingChange[]> {
  const rows = await selectWithheldIds(scope, memberView(scope, memberId)).execute();
  return changesBesides(changes, new Set(rows.map(({ subject_id: id }) => id)));
}

export const findNotice = (scope: Reading, noticeId: string) =>
  selectRows(scope, 'meeting_notices', { id: noticeId })
    .select(['id', 'meeting_id', 'note', 'created_at'])
    .select(sql<readonly MeetingChange[]>`changes`.as('changes'))
    .executeTakeFirst();

export async function isLatestNotice(
  scope: Reading,
  notice: { readonly id: string; readonly meeting_id: string },
  kinds: readonly ScheduleKind[] = scheduleKinds,
): Promise<boolean> {
  const latest = await selectRows(scope, 'meeting_notices', { meeting_id: notice.meeting_id })
    .select('id')
    .where('kind', 'in', kinds)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.id === notice.id;
}

const selectAnnounced = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectRows(scope, 'meeting_notices', { meeting_id: meetingId })
    .select(sql<AnnouncedMeeting>`snapshot`.as('snapshot'))
    .orderBy('id', 'desc')
    .limit(1);

export async function findAnnounced(scope: Reading, meetingId: string): Promise<AnnouncedMeeting | null> {
  return (await selectAnnounced(scope, meetingId).executeTakeFirst())?.snapshot ?? null;
}

const selectAnnouncedDocuments = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectDocumentsOfMeeting(scope, meetingId, 'everybody').select(changedPagesSince);

export async function snapshot(scope: Reading, meeting: MeetingRow): Promise<AnnouncedMeeting> {
  const items = await listAgendaItems(scope, meeting.id, 'everybody');
  return snapshotOf(meeting, { items, documents: await selectAnnouncedDocuments(scope, meeting.id).execute() });
}

/** Does not check rights; the caller must use `canEditMeeting`. */
export const noticeReads = {
  meeting: meetingOfReader,
  announced: definePage({ id: 'uuid' }, (scope, { id }) => selectAnnounced(scope, id)),
  items: defineRows({ id: 'uuid' }, (scope, { id }) => selectAgendaItemsOf(scope, id, 'everybody')),
  documents: defineRows({ id: 'uuid' }, (scope, { id }) => selectAnnouncedDocuments(scope, id)),
  withheld: defineRows({}, (scope) => selectWithheldIds(scope, scope)),
  recipients: defineRows({ id: 'uuid' }, (scope, { id }) => selectRecipients(scope, id).select('member.id')),
} as const;

type ComparedDocument = DocumentRow & Pick<AnnouncedDocument, 'changed_pages_since'>;

export function snapshotOf(
  meeting: MeetingRow,
  { items, documents }: { readonly items: readonly AgendaItemRow[]; readonly documents: readonly ComparedDocument[] },
): AnnouncedMeeting {
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
    documents: documents.map(({ id, title, version_id, link_url, agenda_item_id, changed_pages_since }) => ({
      id,
      title,
      version_id,
      link_url,
      agenda_item_id,
      changed_pages_since,
    })),
  };
}

export async function wasRemindedSince(scope: Reading, meeting: DatedMeeting, since: Date): Promise<boolean> {
  const sent = selectRows(scope, 'meeting_reminders', { meeting_id: meeting.id, starts_at: meeting.starts_at })
    .select('id')
    .where('sent_at', '>', since)
    .limit(1);
  return isFound(sent);
}

const remindedAtOnceMax = 500;

export const remindersDue = (now: Date) => sql<DueItem>`
  select board_id, meeting_id as id from gate.due_reminders(${now}, ${remindedAtOnceMax})
`;

/** Members who get a brief today need no other reminder. */
export async function listBriefedToday(
  scope: BoardJobScope,
  of: { readonly meetingId: string } | { readonly memberId: string },
): Promise<ReadonlySet<string>> {
  const wanted =
    'meetingId' in of ? sql`invitee.meeting_id = ${of.meetingId}` : sql`invitee.member_id = ${of.memberId}`;
  const { rows } = await sql<{ readonly member_id: string }>`
    select invitee.member_id
    from invitees invitee
    join boards board on board.id = invitee.board_id
    join meetings meeting on meeting.board_id = invitee.board_id and meeting.id = invitee.meeting_id
    cross join lateral (
      select meeting.starts_at - make_interval(hours => 24 * board.brief_days) as at
    ) brief
    where invitee.board_id = ${scope.board.id} and ${wanted}
      and meeting.state = 'published' and meeting.deleted_at is null and meeting.starts_at > ${scope.now}
      and brief.at > meeting.asked_at and gate.local_time(brief.at, board.time_zone)::date = ${todayOf(scope)}::date
      and not exists (
        select from muted_mail muted
        where muted.board_id = invitee.board_id and muted.member_id = invitee.member_id and muted.choice = 'briefs'
      )
  `.execute(scope.tx);
  return new Set(rows.map((row) => row.member_id));
}
