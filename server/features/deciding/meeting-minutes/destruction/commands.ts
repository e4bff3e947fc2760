import { sql } from 'kysely';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { type DestroyedCounts, destroyedText, type NotesOfMeeting, nextNotesStep } from '#domain/note-destruction.ts';
import { deleteRows, updateRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { listMarkers, versionsOfMeeting } from './queries.ts';

export const notesNoticeMail = 'notes-notice';

export async function advanceNotes(scope: BoardJobScope, meetingId: string): Promise<readonly string[]> {
  const notes = await lockNotes(scope, meetingId);
  if (notes === null) return [];
  const step = nextNotesStep(notes, scope.now);
  if (step.kind === 'announce') await announce(scope, meetingId, step.for);
  return step.kind === 'destroy' ? destroyNotes(scope, meetingId) : [];
}

/** Returns null unless the minutes are approved. Locks the row, so that only one server acts on it. */
async function lockNotes({ tx, board }: BoardJobScope, meetingId: string): Promise<NotesOfMeeting | null> {
  await tx
    .insertInto('note_destructions')
    .values({ board_id: board.id, meeting_id: meetingId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rows } = await sql<NotesOfMeeting>`
    select minutes.approved_at as "approvedAt", own.destroy_notes_days as days, notes.destroys_at as "announcedFor",
      notes.destroyed_at is not null as "isDestroyed", notes.held_at is not null as "isHeld"
    from note_destructions notes
    join meeting_minutes minutes on minutes.board_id = notes.board_id and minutes.meeting_id = notes.meeting_id
    join meetings meeting on meeting.board_id = notes.board_id and meeting.id = notes.meeting_id
    join boards own on own.id = notes.board_id
    where notes.board_id = ${board.id} and notes.meeting_id = ${meetingId}
      and minutes.state = 'approved' and meeting.deleted_at is null
    for update of notes
  `.execute(tx);
  return rows[0] ?? null;
}

async function announce(scope: BoardJobScope, meetingId: string, at: Date): Promise<void> {
  await updateNotes(scope, meetingId).set({ destroys_at: at }).execute();
  const memberIds = await listMarkers(scope, meetingId);
  await queueMails(scope, { kind: notesNoticeMail, subjectId: meetingId, memberIds });
  const detail = { mails: memberIds.length };
  await audit(scope, 'meeting.notes-announced', { kind: 'meeting', id: meetingId }, detail);
}

async function destroyNotes(scope: BoardJobScope, meetingId: string): Promise<readonly string[]> {
  const { tx, board, now } = scope;
  const memberIds = await listMarkers(scope, meetingId);
  // The database allows deleting rows of approved minutes only after this update.
  await updateNotes(scope, meetingId).set({ destroyed_at: now }).execute();
  const versions = versionsOfMeeting(sql`${meetingId}::uuid`);
  // Waits for concurrent saves, so that the next statement sees the marks that they stored.
  const { rows: raised } = await sql<{ readonly id: string; readonly document_id: string }>`
    update document_versions version set marks_destroyed_at = ${now}
    where version.board_id = ${board.id} and version.id in (${versions}) returning version.id, version.document_id
  `.execute(tx);
  await sql`
    update document_versions version set marks_base = 1 + greatest(version.marks_base, (
      select max(own.revision) from annotations own where own.board_id = version.board_id and own.version_id = version.id
    )) where version.board_id = ${board.id} and version.id in (${versions})
  `.execute(tx);
  const { rows } = await sql<DestroyedCounts>`
    with destroyed as (
      delete from annotations where board_id = ${board.id} and version_id in (${versions}) returning xfdf
    ), placed as (
      delete from placed_annotations where board_id = ${board.id} and version_id in (${versions})
    ), comments as (
      delete from minutes_comments where board_id = ${board.id} and meeting_id = ${meetingId} returning id
    ), drafts as (
      delete from minutes_wordings where board_id = ${board.id} and section_id in (
        select id from minutes_sections where board_id = ${board.id} and meeting_id = ${meetingId}
      ) returning revision
    ) select
      (select coalesce(sum(regexp_count(xfdf, ${markPattern})), 0)::int from destroyed) as marks,
      (select count(*)::int from comments) as comments,
      (select count(*)::int from drafts) as drafts
  `.execute(tx);
  const books = await deleteRows(scope, 'board_books', { is_marked: true })
    .where((eb) =>
      eb.or([
        eb('meeting_id', '=', meetingId),
        eb('document_id', '=', eb.fn.any(eb.val(raised.map(({ document_id: id }) => id)))),
      ]),
    )
    .returning('storage_key')
    .execute();
  const detail = { counts: rows.map(destroyedText).join('') };
  await audit(scope, 'meeting.notes-destroyed', { kind: 'meeting', id: meetingId }, detail);
  for (const id of new Set(raised.map(({ document_id: each }) => each))) {
    await publishLive(scope, { noun: 'annotations', id }, memberIds);
  }
  return books.flatMap(({ storage_key: key }) => key ?? []);
}

/** Matches an annotation element. The text of a note cannot match, because its "<" is escaped. */
const markPattern = '<[a-z]+ [^<]*\\mpage="';

const updateNotes = (scope: Pick<BoardScope, 'tx' | 'board'>, meetingId: string) =>
  updateRows(scope, 'note_destructions', { meeting_id: meetingId });

/** A null `reason` lifts the hold. Members are then warned again before anything is destroyed. */
export async function holdNotes(scope: BoardScope, meetingId: string, reason: string | null): Promise<void> {
  const holder = reason === null ? { held_at: null, held_by: null } : { held_at: scope.now, held_by: scope.member.id };
  const change = { destroys_at: null, hold_reason: reason, ...holder };
  const held = await scope.tx
    .insertInto('note_destructions')
    .values({ board_id: scope.board.id, meeting_id: meetingId, ...change })
    .onConflict((conflict) =>
      conflict
        .columns(['board_id', 'meeting_id'])
        .doUpdateSet(change)
        .where('note_destructions.destroyed_at', 'is', null),
    )
    .returning('meeting_id')
    .executeTakeFirst();
  if (!held) throw refused(minutesMessages.notesDestroyed);
  const action = reason === null ? 'meeting.notes-released' : 'meeting.notes-held';
  await audit(scope, action, { kind: 'meeting', id: meetingId }, reason === null ? {} : { reason });
}
