import { sql } from 'kysely';
import type { ActionItemInput } from '#contract/action-items.ts';
import { isEnded } from '#domain/action-items.ts';
import { actionMessages } from '#domain/messages/deciding.ts';
import { createRow, isFound, selectRows, updateRow } from '#server/db/board-rows.ts';
import { type BoardScope, todayOf } from '#server/db/board-scope.ts';
import { authorize, notFound, refused } from '#server/errors.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { isDeskOf } from '#server/features/deciding/deciding/bodies/policy.ts';
import { bodyOfReader } from '#server/features/deciding/deciding/bodies/queries.ts';
import { loadMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import type { MeetingTasks } from '#server/features/homes/meetings/ports.ts';
import { seenIn } from '#server/features/members/audience/visibility.ts';
import type { MembershipChange } from '#server/features/members/people/ports.ts';
import type { Secrets } from '#server/secrets.ts';
import {
  actionGivenMail,
  actionLinkMail,
  mailOwner,
  makeLink,
  recordAction,
  refuseOwner,
  refusePast,
} from './action-item/commands.ts';
import { runsActions } from './action-item/policy.ts';
import { deskOfMeeting, loadActionItem } from './action-item/queries.ts';

export async function createActionItem(scope: BoardScope, secrets: Secrets, input: ActionItemInput): Promise<string> {
  const { meeting_id: meetingId, body_id: bodyId, agenda_item_id: agendaItemId, ...fields } = input;
  const isDraft = meetingId !== null && (await authorizeOnMeeting(scope, meetingId, agendaItemId));
  if (bodyId !== null) await authorizeOnBody(scope, bodyId);
  await refuseOwner(scope, { meetingId, bodyId, subjectId: agendaItemId }, fields.owner_id);
  refusePast(scope, fields.due_on);
  const id = await createRow(scope, 'action_items', {
    ...fields,
    meeting_id: meetingId,
    agenda_item_id: agendaItemId,
    body_id: bodyId,
    created_at: scope.now,
    created_by: scope.member.id,
    reminders_from: todayOf(scope),
  });
  await makeLink(scope, secrets, { id, ownerId: fields.owner_id, generation: 1 });
  await recordAction(scope, { id, meeting_id: meetingId, body_id: bodyId }, 'action-item.created', {
    state: 'open',
    owner: fields.owner_id,
  });
  if (!isDraft) await mailOwner(scope, actionGivenMail, { id, ownerId: fields.owner_id });
  return id;
}

async function authorizeOnMeeting(scope: BoardScope, meetingId: string, agendaItemId: string | null): Promise<boolean> {
  const meeting = await loadMeeting(scope, meetingId, { lock: 'share' });
  authorize(runsActions(scope, meeting, await deskOfMeeting.run(scope.tx, { id: meetingId }, scope.now)));
  if (agendaItemId !== null) {
    const item = selectRows(scope, 'agenda_items', { meeting_id: meetingId, id: agendaItemId }).select('id');
    if (!(await isFound(item.where(seenIn(scope, sql.ref('agenda_items.id')))))) throw notFound();
  }
  const minutes = selectRows(scope, 'meeting_minutes', { meeting_id: meetingId, state: 'draft' }).select('meeting_id');
  return meeting.state === 'draft' || (await isFound(minutes));
}

async function authorizeOnBody(scope: BoardScope, bodyId: string): Promise<void> {
  const body = await bodyOfReader.run(scope.tx, { id: bodyId }, scope.now);
  if (!body) throw notFound();
  authorize(isDeskOf(scope, body));
}

/** If `to` is `renewed`, mails a new link. The previous link stops working either way. */
export async function setLink(
  scope: BoardScope,
  secrets: Secrets,
  given: { readonly id: string; readonly to: 'ended' | 'renewed' },
): Promise<void> {
  const item = await loadActionItem(scope, given.id);
  authorize(isDeskOf(scope, item));
  if (given.to === 'ended') {
    await updateRow(scope, 'action_items', item.id, { uid_hash: null });
    await recordAction(scope, item, 'magic-link.revoked', { member: item.owner_id });
    return;
  }
  if (isEnded(item.state)) throw refused(actionMessages.isOver);
  await makeLink(scope, secrets, { id: item.id, ownerId: item.owner_id, generation: item.link_generation + 1 });
  await recordAction(scope, item, 'magic-link.renewed', { member: item.owner_id });
  await queueMails(scope, { kind: actionLinkMail, subjectId: item.id, memberIds: [item.owner_id] });
}

export async function mailOwners(
  scope: BoardScope,
  of: { readonly meetingId: string; readonly since: Date | null },
): Promise<void> {
  const items = await selectRows(scope, 'action_items', { meeting_id: of.meetingId })
    .select(['id', 'owner_id'])
    .where('state', 'in', ['open', 'in-progress'])
    .$if(of.since !== null, (query) => query.where('created_at', '>=', of.since))
    .orderBy('id')
    .execute();
  for (const { id, owner_id: ownerId } of items) await mailOwner(scope, actionGivenMail, { id, ownerId });
}

export const meetingTasks: MeetingTasks = {
  published: (scope, meetingId) => mailOwners(scope, { meetingId, since: null }),
};

/** A departing member's items remain, so that they can be reassigned. */
export const actionMembershipChange: MembershipChange = {
  async left(scope, secrets, { memberId }) {
    const items = await selectRows(scope, 'action_items', { owner_id: memberId })
      .select(['id', 'link_generation', 'uid_hash'])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    for (const item of items) {
      if (item.uid_hash === null) continue;
      await makeLink(scope, secrets, { id: item.id, ownerId: memberId, generation: item.link_generation + 1 });
    }
  },
};
