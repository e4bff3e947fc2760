import type { z } from 'zod';
import type { ActionField, ActionItemChange, actionConflict } from '#contract/action-items.ts';
import { type ActionState, actionNotesCharactersMax, isEnded, statesAfter } from '#domain/action-items.ts';
import { actionMessages } from '#domain/messages/deciding.ts';
import { insertRows, updateRow } from '#server/db/board-rows.ts';
import { type BoardScope, todayOf } from '#server/db/board-scope.ts';
import { authorize, invalid, notFound, refused } from '#server/errors.ts';
import {
  actionDroppedMail,
  actionGivenMail,
  mailOwner,
  makeLink,
  recordAction,
  refuseOwner,
  refusePast,
} from '#server/features/deciding/action-items/action-item/commands.ts';
import { actionCan, statesByLink } from '#server/features/deciding/action-items/action-item/policy.ts';
import {
  type ActionItemRow,
  type FieldChange,
  fieldChanges,
  loadActionItem,
  namesOf,
} from '#server/features/deciding/action-items/action-item/queries.ts';
import { isDeskOf } from '#server/features/deciding/deciding/bodies/policy.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import type { Secrets } from '#server/secrets.ts';

type Wanted = { readonly [Field in ActionField]?: string };

/** Saves the fields that nobody else has changed since `body.revision`. Returns the other fields as conflicts. */
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
      const isDesk = isDeskOf(scope, item);
      const isOwner = item.owner_id === scope.member.id;
      const state = wanted.state as ActionState;
      if (can.states.includes(state)) continue;
      authorize(isDesk || statesAfter(item.state, { isOwner, isDesk: true }).includes(state) === false);
      throw refused(actionMessages.doesNotFollow);
    } else if (field !== 'notes') {
      authorize(isDeskOf(scope, item));
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
  await updateRow(scope, 'action_items', item.id, {
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
  });
  await recordChanges(scope, { item, wanted, fields });
  if (owner !== undefined) {
    await makeLink(scope, secrets, { id: item.id, ownerId: owner, generation: item.link_generation + 1 });
    await recordAction(scope, item, 'action-item.reassigned', { owner });
    if (!isDesksAlone(item)) await mailOwner(scope, actionGivenMail, { id: item.id, ownerId: owner });
  }
  if (fields.includes('state')) await recordAction(scope, item, 'action-item.state-set', { state, from: item.state });
  if (state === 'dropped' && fields.includes('state') && !isDesksAlone(item)) {
    await mailOwner(scope, actionDroppedMail, { id: item.id, ownerId: owner ?? item.owner_id });
  }
  const others = fields.filter((field) => field !== 'state' && field !== 'owner');
  if (others.length > 0) await recordAction(scope, item, 'action-item.updated', { fields: others.join(', '), state });
}

const isDesksAlone = (item: ActionItemRow): boolean => item.meeting_state === 'draft' || item.of_draft_minutes;

const wasOpened = (item: ActionItemRow, state: ActionState): boolean => isEnded(item.state) && !isEnded(state);

async function recordChanges(
  scope: BoardScope,
  given: { readonly item: ActionItemRow; readonly wanted: Wanted; readonly fields: readonly ActionField[] },
): Promise<void> {
  const { item, wanted, fields } = given;
  const names = await namesOf(scope, fields.includes('owner') ? [item.owner_id, wanted.owner ?? ''] : []);
  const textOf = (field: ActionField, value: string): string => (field === 'owner' ? (names.get(value) ?? '') : value);
  const rows = fields.map((field) => ({
    action_item_id: item.id,
    member_id: scope.member.id,
    at: scope.now,
    by_link: scope.via.kind !== 'session',
    field,
    old: textOf(field, presentValue(item, field)),
    new: textOf(field, wanted[field] ?? ''),
  }));
  await insertRows(scope, 'action_item_changes', rows);
}

/** If the reader may not see other members, conflicts omit their names. */
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
  // Repeating a request does not add the note again.
  const isNoted = given.note === '' || `\n\n${item.notes}`.endsWith(`\n\n${given.note}`);
  const notes = isNoted ? item.notes : [item.notes, given.note].filter((text) => text !== '').join('\n\n');
  if (notes.length > actionNotesCharactersMax) throw invalid({ note: actionMessages.notesFull });
  const wanted: Wanted = { state: given.to, notes };
  const fields = (['state', 'notes'] as const).filter((field) => wanted[field] !== presentValue(item, field));
  if (fields.length > 0) await writeFields(scope, secrets, { item, wanted, fields });
  return item.id;
}
