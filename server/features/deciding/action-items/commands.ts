import { sql } from 'kysely';
import type { z } from 'zod';
import type { ActionField, ActionItemChange, ActionItemInput, actionConflict } from '#contract/action-items.ts';
import {
  type ActionState,
  actionNotesCharactersMax,
  isEnded,
  reminderDays,
  statesAfter,
} from '#domain/action-items.ts';
import type { AuditAction } from '#domain/audit.ts';
import { isoDate } from '#domain/dates.ts';
import { dayAfter } from '#domain/days.ts';
import { actionMessages } from '#domain/messages/deciding.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { authorize, invalid, notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { actionItemUid } from '#server/features/core/secret-addresses/present.ts';
import { bodyOfReader } from '#server/features/deciding/deciding/base/queries.ts';
import { listMeetingListeners } from '#server/features/homes/meetings/base/commands.ts';
import { loadMeeting } from '#server/features/homes/meetings/base/queries.ts';
import type { MeetingTasks } from '#server/features/homes/meetings/ports.ts';
import { heardOf } from '#server/features/members/audience/commands.ts';
import { memberView, seenIn } from '#server/features/members/audience/visibility.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import type { MembershipChange } from '#server/features/members/people/ports.ts';
import { type LiveAudience, publishLive } from '#server/http/live-hub.ts';
import { hashToken, type Secrets } from '#server/secrets.ts';
import { actionCan, runsActions, statesByLink } from './base/policy.ts';
import {
  type ActionItemRow,
  areMinutesDraft,
  deskOfMeeting,
  type FieldChange,
  fieldChanges,
  isItemOfDraftMinutes,
  listMeetingDesk,
  loadActionItem,
  namesOf,
  readReminderDays,
  selectItemsOfOwner,
  selectOverdueOf,
  selectOwnersOfBody,
  selectOwnersOfMeeting,
} from './base/queries.ts';

/** Kinds of mail about action items. */
export const actionGivenMail = 'action-item';
export const actionDroppedMail = 'action-item-dropped';
export const actionLinkMail = 'action-item-link';
export const actionsDueMail = 'action-items-due';
export const actionsOverdueMail = 'action-items-overdue';

const todayOf = ({ board, now }: Pick<BoardScope, 'board' | 'now'>): string => isoDate(now, board.timeZone);

/** Returns its id. */
export async function createActionItem(scope: BoardScope, secrets: Secrets, input: ActionItemInput): Promise<string> {
  const { meeting_id: meetingId, body_id: bodyId, agenda_item_id: agendaItemId, ...fields } = input;
  const isDraft = meetingId === null ? false : await authorizeOnMeeting(scope, meetingId, agendaItemId);
  if (bodyId !== null) await authorizeOnBody(scope, bodyId);
  await refuseOwner(scope, { meetingId, bodyId, subjectId: agendaItemId }, fields.owner_id);
  refusePast(scope, fields.due_on);
  const { id } = await scope.tx
    .insertInto('action_items')
    .values({
      ...fields,
      board_id: scope.board.id,
      meeting_id: meetingId,
      agenda_item_id: agendaItemId,
      body_id: bodyId,
      created_at: scope.now,
      created_by: scope.member.id,
      reminders_from: todayOf(scope),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await makeLink(scope, secrets, { id, ownerId: fields.owner_id, generation: 1 });
  await recordAction(scope, { id, meetingId, bodyId }, 'action-item.created', {
    state: 'open',
    owner: fields.owner_id,
  });
  if (!isDraft) await mailOwner(scope, actionGivenMail, { id, ownerId: fields.owner_id });
  return id;
}

/** Returns whether it is a draft. */
async function authorizeOnMeeting(scope: BoardScope, meetingId: string, agendaItemId: string | null): Promise<boolean> {
  const meeting = await loadMeeting(scope, meetingId, { lock: 'share' });
  const desk = await deskOfMeeting.run(scope.tx, { id: meetingId }, scope.now);
  authorize(
    runsActions(scope, {
      administers: meeting.administers,
      chair_id: desk?.chair_id ?? null,
      secretary_id: desk?.secretary_id ?? null,
    }),
  );
  if (agendaItemId !== null) {
    const item = await scope.tx
      .selectFrom('agenda_items')
      .select('id')
      .where('board_id', '=', scope.board.id)
      .where('meeting_id', '=', meetingId)
      .where('id', '=', agendaItemId)
      .where(seenIn(scope, sql.ref('agenda_items.id')))
      .executeTakeFirst();
    if (!item) throw notFound();
  }
  return meeting.state === 'draft' || (await areMinutesDraft(scope, meetingId));
}

async function authorizeOnBody(scope: BoardScope, bodyId: string): Promise<void> {
  const body = await bodyOfReader.run(scope.tx, { id: bodyId }, scope.now);
  if (!body) throw notFound();
  authorize(runsActions(scope, body));
}

/** `subjectId`: what must not be withheld from them. */
async function refuseOwner(
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

function refusePast(scope: BoardScope, dueOn: string): void {
  if (dueOn < todayOf(scope)) throw invalid({ due_on: actionMessages.laterDay });
}

type Wanted = { readonly [Field in ActionField]?: string };

/** Writes the fields that nobody else has changed since `body.revision`, and returns the others as conflicts. */
export async function updateActionItem(
  scope: BoardScope,
  secrets: Secrets,
  given: { readonly id: string; readonly body: ActionItemChange },
): Promise<readonly z.output<typeof actionConflict>[]> {
  const { revision, owner_id, ...rest } = given.body;
  const item = await loadActionItem(scope, given.id);
  const wanted: Wanted = Object.fromEntries(
    Object.entries({ ...rest, owner: owner_id }).filter(([, value]) => value !== undefined),
  );
  const differing = (Object.keys(wanted) as ActionField[]).filter(
    (field) => wanted[field] !== presentValue(item, field),
  );
  authorizeChange(scope, item, wanted, differing);
  if (revision > item.revision) throw invalid({ revision: actionMessages.notYet });
  const changes = fieldChanges.parse(item.changes);
  const isStale = (field: ActionField): boolean => (changes[field]?.revision ?? 0) > revision;
  const fresh = differing.filter((field) => !isStale(field));
  if (fresh.includes('due_on')) refusePast(scope, wanted.due_on ?? '');
  if (fresh.includes('owner')) {
    const of = { meetingId: item.meeting_id, bodyId: item.body_id, subjectId: item.id };
    await refuseOwner(scope, of, wanted.owner ?? '');
  }
  if (fresh.length > 0) await writeFields(scope, secrets, { item, wanted, fields: fresh });
  return conflictsOf(scope, changes, differing.filter(isStale));
}

const presentValue = (item: ActionItemRow, field: ActionField): string =>
  field === 'owner' ? item.owner_id : item[field];

function authorizeChange(scope: BoardScope, item: ActionItemRow, wanted: Wanted, fields: readonly ActionField[]): void {
  const can = actionCan(scope, item);
  authorize(can.note);
  for (const field of fields) {
    if (field === 'state') {
      const isDesk = runsActions(scope, item);
      const isOwner = item.owner_id === scope.member.id;
      const state = wanted.state as ActionState;
      if (can.states.includes(state)) continue;
      // What the desk alone does, or what does not follow.
      authorize(isDesk || statesAfter(item.state, { isOwner, isDesk: true }).includes(state) === false);
      throw refused(actionMessages.doesNotFollow);
    } else if (field !== 'notes') {
      authorize(runsActions(scope, item));
      if (!can.edit) throw refused(actionMessages.isOver);
    }
  }
}

async function writeFields(
  scope: BoardScope,
  secrets: Secrets,
  given: { readonly item: ActionItemRow; readonly wanted: Wanted; readonly fields: readonly ActionField[] },
): Promise<void> {
  const { item, wanted, fields } = given;
  const revision = item.revision + 1;
  const change: FieldChange = { revision, by: scope.member.id, at: scope.now.toISOString() };
  const { owner, ...columns } = Object.fromEntries(fields.map((field) => [field, wanted[field]])) as Wanted;
  const state = (columns.state ?? item.state) as ActionState;
  const restartsReminders = fields.some((field) => field === 'due_on' || field === 'owner') || wasOpened(item, state);
  await scope.tx
    .updateTable('action_items')
    .set({
      ...(columns as Omit<typeof columns, 'state'>),
      state,
      ...(owner === undefined ? {} : { owner_id: owner }),
      ended_at: isEnded(state) ? (isEnded(item.state) && state === item.state ? item.ended_at : scope.now) : null,
      ...(restartsReminders ? { reminders_from: todayOf(scope) } : {}),
      revision,
      changes: JSON.stringify({
        ...fieldChanges.parse(item.changes),
        ...Object.fromEntries(fields.map((field) => [field, change])),
      }),
    })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', item.id)
    .execute();
  await recordChanges(scope, { item, wanted, fields });
  const of = { id: item.id, meetingId: item.meeting_id, bodyId: item.body_id };
  if (owner !== undefined) {
    await makeLink(scope, secrets, { id: item.id, ownerId: owner, generation: item.link_generation + 1 });
    await recordAction(scope, of, 'action-item.reassigned', { owner });
    if (!isDesksAlone(item)) await mailOwner(scope, actionGivenMail, { id: item.id, ownerId: owner });
  }
  if (fields.includes('state')) await recordAction(scope, of, 'action-item.state-set', { state, from: item.state });
  if (state === 'dropped' && fields.includes('state') && !isDesksAlone(item)) {
    await mailOwner(scope, actionDroppedMail, { id: item.id, ownerId: owner ?? item.owner_id });
  }
  const others = fields.filter((field) => field !== 'state' && field !== 'owner');
  if (others.length > 0) await recordAction(scope, of, 'action-item.updated', { fields: others.join(', '), state });
}

/** Of a draft, or of draft minutes. */
const isDesksAlone = (item: ActionItemRow): boolean => item.meeting_state === 'draft' || item.of_draft_minutes;

const wasOpened = (item: ActionItemRow, state: ActionState): boolean => isEnded(item.state) && !isEnded(state);

/** Old and new are kept; of an owner the name. */
async function recordChanges(
  scope: BoardScope,
  given: { readonly item: ActionItemRow; readonly wanted: Wanted; readonly fields: readonly ActionField[] },
): Promise<void> {
  const { item, wanted, fields } = given;
  const names = await namesOf(scope, fields.includes('owner') ? [item.owner_id, wanted.owner ?? ''] : []);
  const textOf = (field: ActionField, value: string): string => (field === 'owner' ? (names.get(value) ?? '') : value);
  await scope.tx
    .insertInto('action_item_changes')
    .values(
      fields.map((field) => ({
        board_id: scope.board.id,
        action_item_id: item.id,
        member_id: scope.member.id,
        at: scope.now,
        by_link: scope.via.kind !== 'session',
        field,
        old: textOf(field, presentValue(item, field)),
        new: textOf(field, wanted[field] ?? ''),
      })),
    )
    .execute();
}

/** Where people are hidden, the reader's own name alone. */
async function conflictsOf(
  scope: BoardScope,
  changes: Readonly<Partial<Record<ActionField, FieldChange>>>,
  stale: readonly ActionField[],
): Promise<readonly z.output<typeof actionConflict>[]> {
  const found = stale.flatMap((field) => {
    const change = changes[field];
    return change === undefined ? [] : [{ field, by: change.by, at: change.at }];
  });
  const names = await namesOf(
    scope,
    found.map(({ by }) => by).filter((id) => id === scope.member.id || canSeePeople(scope)),
  );
  return found.map((each) => ({ ...each, by: names.get(each.by) ?? '' }));
}

/** The owner's, by the link. The note is added to the notes. */
export async function setByLink(
  scope: BoardScope,
  secrets: Secrets,
  given: { readonly to: ActionState; readonly note: string },
): Promise<string> {
  if (scope.via.kind !== 'magic-action-item') throw notFound();
  const item = await loadActionItem(scope, scope.via.actionItemId);
  authorize(item.owner_id === scope.member.id);
  if (item.state !== given.to && !statesByLink(item.state).includes(given.to))
    throw refused(actionMessages.doesNotFollow);
  // Sent twice, it is noted once.
  const isNoted = given.note === '' || `\n\n${item.notes}`.endsWith(`\n\n${given.note}`);
  const notes = isNoted ? item.notes : [item.notes, given.note].filter((text) => text !== '').join('\n\n');
  if (notes.length > actionNotesCharactersMax) throw invalid({ note: actionMessages.notesFull });
  const wanted: Wanted = { state: given.to, notes };
  const fields = (['state', 'notes'] as const).filter((field) => wanted[field] !== presentValue(item, field));
  if (fields.length > 0) await writeFields(scope, secrets, { item, wanted, fields });
  return item.id;
}

/** `renewed`: another one is sent, and the one before opens nothing any more. */
export async function setLink(
  scope: BoardScope,
  secrets: Secrets,
  given: { readonly id: string; readonly to: 'ended' | 'renewed' },
): Promise<void> {
  const item = await loadActionItem(scope, given.id);
  authorize(runsActions(scope, item));
  const of = { id: item.id, meetingId: item.meeting_id, bodyId: item.body_id };
  if (given.to === 'ended') {
    await scope.tx
      .updateTable('action_items')
      .set({ uid_hash: null })
      .where('board_id', '=', scope.board.id)
      .where('id', '=', item.id)
      .execute();
    await recordAction(scope, of, 'magic-link.revoked', { member: item.owner_id });
    return;
  }
  if (isEnded(item.state)) throw refused(actionMessages.isOver);
  await makeLink(scope, secrets, { id: item.id, ownerId: item.owner_id, generation: item.link_generation + 1 });
  await recordAction(scope, of, 'magic-link.renewed', { member: item.owner_id });
  await queueMails(scope, { kind: actionLinkMail, subjectId: item.id, memberIds: [item.owner_id] });
}

async function makeLink(
  scope: BoardScope,
  secrets: Secrets,
  of: { readonly id: string; readonly ownerId: string; readonly generation: number },
): Promise<void> {
  const uid = actionItemUid(secrets, { memberId: of.ownerId, actionItemId: of.id, generation: of.generation });
  await scope.tx
    .updateTable('action_items')
    .set({ link_generation: of.generation, uid_hash: hashToken(uid) })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', of.id)
    .execute();
}

/** Nobody hears of what they did themselves. */
async function mailOwner(
  scope: BoardScope,
  kind: string,
  of: { readonly id: string; readonly ownerId: string },
): Promise<void> {
  if (of.ownerId === scope.member.id) return;
  await queueMails(scope, { kind, subjectId: of.id, memberIds: [of.ownerId] });
}

interface ActionItemOf {
  readonly id: string;
  readonly meetingId: string | null;
  readonly bodyId: string | null;
}

async function recordAction(
  scope: BoardScope,
  of: ActionItemOf,
  action: AuditAction,
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  const place = of.meetingId === null ? { body_id: of.bodyId } : { meeting_id: of.meetingId };
  await audit(scope, { action, subjectKind: 'action-item', subjectId: of.id, detail: { ...detail, ...place } });
  await publishActionItem(scope, of);
}

/** To whoever sees it, of board admins too. */
async function publishActionItem(scope: BoardScope, of: ActionItemOf): Promise<void> {
  const listeners = await heardOf(scope, of.id, await listListeners(scope, of));
  await publishLive(scope, { noun: 'action-item', id: of.id }, listeners);
}

async function listListeners(scope: BoardScope, of: ActionItemOf): Promise<LiveAudience> {
  if (of.meetingId !== null) {
    return (await isItemOfDraftMinutes(scope, of.id))
      ? listMeetingDesk(scope, of.meetingId)
      : listMeetingListeners(scope, await loadStateOf(scope, of.meetingId));
  }
  if (of.bodyId === scope.board.id) return 'everyone';
  const members = await scope.tx
    .selectFrom('group_members')
    .select('member_id')
    .where('board_id', '=', scope.board.id)
    .where('group_id', '=', of.bodyId)
    .execute();
  return members.map((row) => row.member_id);
}

const loadStateOf = (scope: BoardScope, meetingId: string) =>
  scope.tx
    .selectFrom('meetings')
    .select(['id', 'state'])
    .where('board_id', '=', scope.board.id)
    .where('id', '=', meetingId)
    .executeTakeFirstOrThrow();

/** Owners of items that only the desk knew hear of them; those made since an instant. */
export async function mailOwners(
  scope: BoardScope,
  of: { readonly meetingId: string; readonly since: Date | null },
): Promise<void> {
  const items = await scope.tx
    .selectFrom('action_items')
    .select(['id', 'owner_id'])
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', of.meetingId)
    .where('state', 'in', ['open', 'in-progress'])
    .$if(of.since !== null, (query) => query.where('created_at', '>=', of.since))
    .orderBy('id')
    .execute();
  for (const { id, owner_id: ownerId } of items) await mailOwner(scope, actionGivenMail, { id, ownerId });
}

/** Owners of a draft's items hear of them when it is published. */
export const meetingTasks: MeetingTasks = {
  published: (scope, meetingId) => mailOwners(scope, { meetingId, since: null }),
};

/** Whoever leaves loses the links; their items stay for the desk to reassign. */
export const actionMembershipChange: MembershipChange = {
  async left(scope, secrets, { memberId }) {
    const items = await scope.tx
      .selectFrom('action_items')
      .select(['id', 'link_generation', 'uid_hash'])
      .where('board_id', '=', scope.board.id)
      .where('owner_id', '=', memberId)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    for (const item of items) {
      if (item.uid_hash === null) continue;
      await makeLink(scope, secrets, { id: item.id, ownerId: memberId, generation: item.link_generation + 1 });
    }
  },
};

/** One message lists all that is due, and none comes again on the same day. */
export async function remindOwner(scope: BoardJobScope, memberId: string): Promise<void> {
  const today = isoDate(scope.now, scope.board.timeZone);
  const daysBefore = await readReminderDays(scope);
  const items = await scope.tx
    .selectFrom('action_items')
    .select(['id', sql<string>`due_on::text`.as('due_on')])
    .select([
      sql<string>`reminders_from::text`.as('reminders_from'),
      sql<string | null>`reminded_on::text`.as('reminded_on'),
    ])
    .where('board_id', '=', scope.board.id)
    .where('owner_id', '=', memberId)
    .where('state', 'in', ['open', 'in-progress'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (items.some((item) => item.reminded_on !== null && item.reminded_on >= today)) return;
  const hit = items.filter((item) =>
    reminderDays(item.due_on, daysBefore).some(
      (day) => day <= today && day > item.reminders_from && (item.reminded_on === null || day > item.reminded_on),
    ),
  );
  if (hit.length === 0) return;
  await scope.tx
    .updateTable('action_items')
    .set({ reminded_on: today })
    .where('board_id', '=', scope.board.id)
    .where(
      'id',
      'in',
      hit.map(({ id }) => id),
    )
    .execute();
  const seen = new Set((await selectItemsOfOwner(scope, memberId).execute()).map(({ id }) => id));
  if (hit.some(({ id }) => seen.has(id))) {
    await queueMails(scope, { kind: actionsDueMail, subjectId: scope.board.id, memberIds: [memberId] });
  }
}

/** To the desk, on the day before a meeting. */
export async function reportOverdue(scope: BoardJobScope, meetingId: string): Promise<void> {
  const today = isoDate(scope.now, scope.board.timeZone);
  const meeting = await scope.tx
    .selectFrom('meetings')
    .select(['id', 'starts_at'])
    .where('board_id', '=', scope.board.id)
    .where('id', '=', meetingId)
    .where('state', '=', 'published')
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!meeting?.starts_at || isoDate(meeting.starts_at, scope.board.timeZone) !== dayAfter(today)) return;
  const first = await scope.tx
    .insertInto('action_item_reports')
    .values({ board_id: scope.board.id, meeting_id: meetingId, day: today })
    .onConflict((conflict) => conflict.doNothing())
    .returning('meeting_id')
    .executeTakeFirst();
  if (!first) return;
  const informed: string[] = [];
  for (const memberId of await listMeetingDesk(scope, meetingId)) {
    const [overdue] = await selectOverdueOf(scope, { memberId, meetingId, today }).limit(1).execute();
    if (overdue) informed.push(memberId);
  }
  await queueMails(scope, { kind: actionsOverdueMail, subjectId: meetingId, memberIds: informed });
}
