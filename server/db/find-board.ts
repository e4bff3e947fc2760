import { sql } from 'kysely';
import { magicKind } from '#domain/magic-uid.ts';
import type { Clock } from '#server/clock.ts';
import { hashToken } from '#server/secrets.ts';
import type { BoardScope } from './board-scope.ts';
import type { Database } from './database.ts';
import { firstRow, selectValue } from './select-value.ts';

export const boardOfMeeting = (db: Database, of: { readonly meetingId: string; readonly userId: string }) =>
  selectValue(db, sql<string | null>`gate.board_of_meeting(${of.meetingId}::uuid, ${of.userId}::uuid)`);

export const boardOfDocument = (db: Database, of: { readonly documentId: string; readonly userId: string }) =>
  selectValue(db, sql<string | null>`gate.board_of_document(${of.documentId}::uuid, ${of.userId}::uuid)`);

export const boardOfAnnouncement = (db: Database, of: { readonly announcementId: string; readonly userId: string }) =>
  selectValue(db, sql<string | null>`gate.board_of_announcement(${of.announcementId}::uuid, ${of.userId}::uuid)`);

export interface MagicLink {
  readonly boardId: string;
  readonly userId: string;
  readonly via: Extract<BoardScope['via'], { readonly kind: 'magic' | 'magic-announcement' | 'magic-action-item' }>;
}

interface FoundLink {
  readonly board_id: string;
  readonly user_id: string;
  readonly meeting_id?: string | null;
  readonly announcement_id?: string | null;
  readonly action_item_id?: string;
}

export async function findMagicLink(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  uid: string,
): Promise<MagicLink | null> {
  const query =
    magicKind(uid) === 'action-item'
      ? sql<FoundLink>`
          select board_id, user_id, action_item_id from gate.find_action_link(${hashToken(uid)}, ${clock.now()})
        `
      : sql<FoundLink>`
          select board_id, user_id, meeting_id, announcement_id
          from gate.find_magic_link(${hashToken(uid)}, ${clock.now()})
        `;
  const row = await firstRow(db, query);
  const via = row ? viaOf(row) : null;
  return row && via ? { boardId: row.board_id, userId: row.user_id, via } : null;
}

function viaOf({ meeting_id, announcement_id, action_item_id }: FoundLink): MagicLink['via'] | null {
  if (action_item_id) return { kind: 'magic-action-item', actionItemId: action_item_id };
  if (meeting_id) return { kind: 'magic', meetingId: meeting_id };
  return announcement_id ? { kind: 'magic-announcement', announcementId: announcement_id } : null;
}
