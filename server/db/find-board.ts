import { sql } from 'kysely';
import { magicKind } from '#domain/magic-uid.ts';
import type { Clock } from '#server/clock.ts';
import { hashToken } from '#server/secrets.ts';
import type { BoardScope } from './board-scope.ts';
import type { Database } from './database.ts';

export async function boardOfMeeting(
  db: Database,
  of: { readonly meetingId: string; readonly userId: string },
): Promise<string | null> {
  const found = await sql<{ id: string | null }>`
    select gate.board_of_meeting(${of.meetingId}::uuid, ${of.userId}::uuid) as id
  `.execute(db);
  return found.rows[0]?.id ?? null;
}

export async function boardOfDocument(
  db: Database,
  of: { readonly documentId: string; readonly userId: string },
): Promise<string | null> {
  const found = await sql<{ id: string | null }>`
    select gate.board_of_document(${of.documentId}::uuid, ${of.userId}::uuid) as id
  `.execute(db);
  return found.rows[0]?.id ?? null;
}

export async function boardOfAnnouncement(
  db: Database,
  of: { readonly announcementId: string; readonly userId: string },
): Promise<string | null> {
  const found = await sql<{ id: string | null }>`
    select gate.board_of_announcement(${of.announcementId}::uuid, ${of.userId}::uuid) as id
  `.execute(db);
  return found.rows[0]?.id ?? null;
}

export interface MagicLink {
  readonly boardId: string;
  readonly userId: string;
  readonly via: Extract<BoardScope['via'], { readonly kind: 'magic' | 'magic-announcement' | 'magic-action-item' }>;
}

export async function findMagicLink(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  uid: string,
): Promise<MagicLink | null> {
  if (magicKind(uid) === 'action-item') return findActionLink({ db, clock }, uid);
  const found = await sql<{
    board_id: string;
    user_id: string;
    meeting_id: string | null;
    announcement_id: string | null;
  }>`
    select board_id, user_id, meeting_id, announcement_id from gate.find_magic_link(${hashToken(uid)}, ${clock.now()})
  `.execute(db);
  const [row] = found.rows;
  if (!row) return null;
  const { meeting_id: meetingId, announcement_id: announcementId } = row;
  if (meetingId !== null) return { boardId: row.board_id, userId: row.user_id, via: { kind: 'magic', meetingId } };
  if (announcementId === null) return null;
  return { boardId: row.board_id, userId: row.user_id, via: { kind: 'magic-announcement', announcementId } };
}

async function findActionLink(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  uid: string,
): Promise<MagicLink | null> {
  const found = await sql<{ board_id: string; user_id: string; action_item_id: string }>`
    select board_id, user_id, action_item_id from gate.find_action_link(${hashToken(uid)}, ${clock.now()})
  `.execute(db);
  const [row] = found.rows;
  if (!row) return null;
  return {
    boardId: row.board_id,
    userId: row.user_id,
    via: { kind: 'magic-action-item', actionItemId: row.action_item_id },
  };
}
