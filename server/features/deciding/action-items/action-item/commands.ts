import { type Selectable, sql } from 'kysely';
import type { AuditAction } from '#domain/audit.ts';
import { actionMessages } from '#domain/messages/deciding.ts';
import { selectRows, updateRow } from '#server/db/board-rows.ts';
import { type BoardScope, todayOf } from '#server/db/board-scope.ts';
import type { DB } from '#server/db/generated.ts';
import { invalid } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { type LiveAudience, publishLive } from '#server/features/core/events/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { actionItemUid } from '#server/features/core/secret-addresses/present.ts';
import { listMeetingDesk } from '#server/features/deciding/room/desk/queries.ts';
import { listMeetingListeners } from '#server/features/homes/meetings/meeting/commands.ts';
import { listenersWhoSee } from '#server/features/members/audience/commands.ts';
import { memberView, seenIn } from '#server/features/members/audience/visibility.ts';
import { hashToken, type Secrets } from '#server/secrets.ts';
import { isItemOfDraftMinutes, selectOwnersOfBody, selectOwnersOfMeeting } from './queries.ts';

export const actionGivenMail = 'action-item';
export const actionDroppedMail = 'action-item-dropped';
export const actionLinkMail = 'action-item-link';

/** Throws if the member cannot own the item, for example because `subjectId` is withheld from them. */
export async function refuseOwner(
  scope: BoardScope,
  of: { readonly meetingId: string | null; readonly bodyId: string | null; readonly subjectId: string | null },
  ownerId: string,
): Promise<void> {
  const owners =
    of.meetingId === null
      ? selectOwnersOfBody(scope, sql<string>`${of.bodyId}::uuid`)
      : selectOwnersOfMeeting(scope, sql<string>`${of.meetingId}::uuid`);
  const view = of.subjectId === null ? 'everybody' : memberView(scope, ownerId);
  const owner = await owners
    .where('member.id', '=', ownerId)
    .where(seenIn(view, sql`${of.subjectId}::uuid`))
    .executeTakeFirst();
  if (!owner) throw invalid({ owner_id: actionMessages.notAnOwner });
}

export function refusePast(scope: BoardScope, dueOn: string): void {
  if (dueOn < todayOf(scope)) throw invalid({ due_on: actionMessages.laterDay });
}

export async function makeLink(
  scope: BoardScope,
  secrets: Secrets,
  of: { readonly id: string; readonly ownerId: string; readonly generation: number },
): Promise<void> {
  const uid = actionItemUid(secrets, { memberId: of.ownerId, actionItemId: of.id, generation: of.generation });
  await updateRow(scope, 'action_items', of.id, { link_generation: of.generation, uid_hash: hashToken(uid) });
}

export async function mailOwner(
  scope: BoardScope,
  kind: string,
  of: { readonly id: string; readonly ownerId: string },
): Promise<void> {
  if (of.ownerId === scope.member.id) return;
  await queueMails(scope, { kind, subjectId: of.id, memberIds: [of.ownerId] });
}

type ActionItemOf = Pick<Selectable<DB['action_items']>, 'id' | 'meeting_id' | 'body_id'>;

export async function recordAction(
  scope: BoardScope,
  of: ActionItemOf,
  action: AuditAction,
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  const place = of.meeting_id === null ? { body_id: of.body_id } : { meeting_id: of.meeting_id };
  await audit(scope, action, { kind: 'action-item', id: of.id }, { ...detail, ...place });
  const listeners = await listenersWhoSee(scope, of.id, await listListeners(scope, of));
  await publishLive(scope, { noun: 'action-item', id: of.id }, listeners);
}

async function listListeners(scope: BoardScope, of: ActionItemOf): Promise<LiveAudience> {
  const { id, meeting_id: meetingId, body_id: bodyId } = of;
  if (meetingId !== null) {
    if (await isItemOfDraftMinutes(scope, id)) return listMeetingDesk(scope, meetingId);
    const meeting = selectRows(scope, 'meetings', { id: meetingId }).select(['id', 'state']);
    return listMeetingListeners(scope, await meeting.executeTakeFirstOrThrow());
  }
  if (bodyId === scope.board.id) return 'everyone';
  const members = await selectRows(scope, 'group_members').select('member_id').where('group_id', '=', bodyId).execute();
  return members.map((row) => row.member_id);
}
