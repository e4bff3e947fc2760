import { sql } from 'kysely';
import type { Database } from './database.ts';

/** The board of a meeting, if the user is active there; null for a meeting that is not there or on no board of theirs. */
export async function boardOfMeeting(
  db: Database,
  of: { readonly meetingId: string; readonly userId: string },
): Promise<string | null> {
  const found = await sql<{ id: string | null }>`
    select gate.board_of_meeting(${of.meetingId}::uuid, ${of.userId}::uuid) as id
  `.execute(db);
  return found.rows[0]?.id ?? null;
}

/** The same of a document. */
export async function boardOfDocument(
  db: Database,
  of: { readonly documentId: string; readonly userId: string },
): Promise<string | null> {
  const found = await sql<{ id: string | null }>`
    select gate.board_of_document(${of.documentId}::uuid, ${of.userId}::uuid) as id
  `.execute(db);
  return found.rows[0]?.id ?? null;
}

/** The same of an announcement. */
export async function boardOfAnnouncement(
  db: Database,
  of: { readonly announcementId: string; readonly userId: string },
): Promise<string | null> {
  const found = await sql<{ id: string | null }>`
    select gate.board_of_announcement(${of.announcementId}::uuid, ${of.userId}::uuid) as id
  `.execute(db);
  return found.rows[0]?.id ?? null;
}
