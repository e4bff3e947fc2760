import type { SavedField } from '#contract/profile.ts';
import type { AuditAction } from '#domain/audit.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { profileMessages } from '#domain/messages/people.ts';
import {
  cleanValue,
  type FieldFiller,
  fieldFillers,
  fieldListErrors,
  profileLimits,
  profileValueError,
  tidyOptions,
} from '#domain/profile-fields.ts';
import { termError, termFields } from '#domain/reports.ts';
import { duplicateErrors } from '#domain/validation.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { createRow, deleteRow, deleteRows, updateRow } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { forbidden, invalid, notFound, refuseBeyond, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { fillsIn } from './policy.ts';
import { countValues, type FieldRow, keptValues, listAllFields, loadField, lockFields } from './queries.ts';

/** The values are kept until the field is deleted. */
export async function retireField(scope: BoardScope, fieldId: string): Promise<void> {
  await lockBoard(scope, 'profile-fields');
  const field = await loadField(scope, fieldId);
  if (field.retired_at !== null) return;
  await updateRow(scope, 'profile_fields', fieldId, { retired_at: scope.now });
  await auditAndPublish(scope, 'profile-field.retired', fieldId);
}

export async function restoreField(scope: BoardScope, fieldId: string): Promise<void> {
  await lockBoard(scope, 'profile-fields');
  const field = await loadField(scope, fieldId);
  if (field.retired_at === null) return;
  const live = (await listAllFields(scope)).filter((row) => row.retired_at === null);
  refuseBeyond({ present: live.length, most: profileLimits.fieldsMax }, profileMessages.tooManyFields);
  const names = live.filter((row) => row.filled_by === field.filled_by).map((row) => row.name);
  const isTaken = duplicateErrors([...names, field.name]).at(-1) === validationMessages.duplicate;
  if (isTaken) throw refused(profileMessages.nameTaken(field.name));
  await updateRow(scope, 'profile_fields', fieldId, { retired_at: null });
  await auditAndPublish(scope, 'profile-field.restored', fieldId);
}

export async function deleteField(scope: BoardScope, fieldId: string): Promise<void> {
  await lockBoard(scope, 'profile-fields');
  const field = await loadField(scope, fieldId);
  if (field.retired_at === null) throw refused(profileMessages.retireFirst);
  await deleteRow(scope, 'profile_fields', fieldId);
  await auditAndPublish(scope, 'profile-field.deleted', fieldId);
}

async function auditAndPublish(scope: BoardScope, action: AuditAction, fieldId: string): Promise<void> {
  await audit(scope, action, { kind: 'profile-field', id: fieldId });
  await publishLive(scope, { noun: 'people', id: null });
}

type Lists = Readonly<Record<FieldFiller, readonly SavedField[]>>;

/** Saves all fields or none. Error keys are `{list}.{index}.{part}`. */
export async function saveFields(scope: BoardScope, given: Lists): Promise<void> {
  await lockBoard(scope, 'profile-fields');
  const rows = await lockFields(scope, 'to-change');
  const counts = await countValues(scope);
  const lists = fieldFillers.map((filler) => ({
    filler,
    fields: given[filler].map(tidyField),
    kept: rows.filter((row) => row.filled_by === filler),
  }));
  const errors = Object.assign({}, ...lists.map((list) => errorsOf(list, counts))) as Record<string, string>;
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const added = lists.flatMap(({ fields }) => fields).filter((field) => field.id === null).length;
  const live = rows.filter((row) => row.retired_at === null).length;
  refuseBeyond({ present: live, adding: added, most: profileLimits.fieldsMax }, profileMessages.tooManyFields);
  for (const list of lists) await saveList(scope, list);
  await publishLive(scope, { noun: 'people', id: null });
}

interface List {
  readonly filler: FieldFiller;
  readonly fields: readonly SavedField[];
  readonly kept: readonly FieldRow[];
}

function tidyField(field: SavedField): SavedField {
  const name = field.name.replaceAll('\0', '').trim();
  return { ...field, name, options: field.kind === 'choice' ? tidyOptions(field.options) : [] };
}

function errorsOf({ filler, fields, kept }: List, counts: ReadonlyMap<string, number>): Record<string, string> {
  const named = new Set(fields.map((field) => field.id));
  const besides = kept.filter((row) => row.retired_at === null && !named.has(row.id)).map((row) => row.name);
  const ofList = Object.entries(fieldListErrors(fields, besides));
  const kinds = fields.flatMap((field, index) => {
    const row = field.id === null ? undefined : kept.find(({ id }) => id === field.id);
    if (field.id !== null && !row) throw notFound();
    const isFixed = row !== undefined && row.kind !== field.kind && (counts.get(row.id) ?? 0) > 0;
    return isFixed ? [[`${index}.kind`, profileMessages.kindFixed] as const] : [];
  });
  return Object.fromEntries([...ofList, ...kinds].map(([path, message]) => [`${filler}.${path}`, message]));
}

async function saveList(scope: BoardScope, { filler, fields, kept }: List): Promise<void> {
  const named = new Set(fields.map((field) => field.id));
  const others = kept.filter((row) => !named.has(row.id));
  for (const [index, field] of fields.entries()) {
    const row = kept.find(({ id }) => id === field.id);
    const { id: _, ...columns } = { ...field, options: [...field.options], position: index + 1 };
    if (!row) await addField(scope, { ...columns, filled_by: filler });
    else await changeField(scope, { row, columns });
  }
  for (const [index, row] of others.entries()) {
    await updateRow(scope, 'profile_fields', row.id, { position: fields.length + index + 1 });
  }
  const order = fields.flatMap((field) => (field.id === null ? [] : [field.id]));
  const before = kept.filter((row) => named.has(row.id)).map((row) => row.id);
  if (order.join() !== before.join()) {
    await audit(scope, 'profile-field.ordered', { kind: 'board', id: scope.board.id }, { list: filler });
  }
}

type Columns = Omit<SavedField, 'id'> & { readonly position: number };

async function addField(scope: BoardScope, columns: Columns & { readonly filled_by: FieldFiller }): Promise<void> {
  const id = await createRow(scope, 'profile_fields', { ...columns, created_at: scope.now });
  await audit(scope, 'profile-field.added', { kind: 'profile-field', id });
}

async function changeField(
  scope: BoardScope,
  { row, columns }: { readonly row: FieldRow; readonly columns: Columns },
): Promise<void> {
  await updateRow(scope, 'profile_fields', row.id, columns);
  const isSame =
    row.name === columns.name &&
    row.kind === columns.kind &&
    row.required === columns.required &&
    row.visibility === columns.visibility &&
    row.options.join('\n') === columns.options.join('\n');
  if (!isSame) await audit(scope, 'profile-field.changed', { kind: 'profile-field', id: row.id });
}

interface Filling {
  readonly memberId: string;
  readonly values: Readonly<Record<string, string>>;
  readonly complete: readonly FieldRow['filled_by'][];
}

/** Accepts values for retired fields, because the form may have been loaded before they were retired. */
export async function keepValues(scope: BoardScope, filling: Filling): Promise<readonly string[]> {
  const fields = await lockFields(scope, 'to-read');
  const kept = await keptValues(scope, filling.memberId);
  const known = new Map(fields.map((field) => [field.id, field]));
  for (const fieldId of Object.keys(filling.values)) {
    const field = known.get(fieldId);
    if (!field) throw notFound();
    if (!fillsIn(scope, field)) throw forbidden();
  }
  const errors = Object.fromEntries(
    fields.flatMap((field) => {
      const error = errorOf(field, kept.get(field.id) ?? '', filling);
      return error === null ? [] : [[`values.${field.id}`, error]];
    }),
  );
  const term = termFaultOf(fields, kept, filling);
  if (term !== null) errors[`values.${term.end.id}`] ??= term.message;
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const changed = Object.entries(filling.values)
    .map(([fieldId, typed]) => ({ fieldId, value: cleanValue(typed) }))
    .filter(({ fieldId, value }) => value !== (kept.get(fieldId) ?? ''));
  for (const change of changed) await keepValue(scope, { ...change, memberId: filling.memberId });
  return changed.map(({ fieldId }) => fieldId);
}

function termFaultOf(fields: readonly FieldRow[], kept: ReadonlyMap<string, string>, { values }: Filling) {
  const live = fields.filter((field) => field.retired_at === null);
  const isTouched = Object.values(termFields(live)).some((field) => field !== null && values[field.id] !== undefined);
  return isTouched ? termError(live, ({ id }) => values[id] ?? kept.get(id) ?? '') : null;
}

function errorOf(field: FieldRow, kept: string, filling: Filling): string | null {
  const typed = filling.values[field.id];
  const isLive = field.retired_at === null;
  if (typed === undefined) {
    const isOwed = isLive && filling.complete.includes(field.filled_by);
    return isOwed ? profileValueError(field, kept, kept) : null;
  }
  const isOwed = filling.complete.includes(field.filled_by) || kept !== '';
  return profileValueError({ ...field, required: field.required && isLive && isOwed }, typed, kept);
}

async function keepValue(
  scope: BoardScope,
  change: { readonly memberId: string; readonly fieldId: string; readonly value: string },
): Promise<void> {
  const place = { board_id: scope.board.id, member_id: change.memberId, field_id: change.fieldId };
  if (change.value === '') {
    await deleteRows(scope, 'profile_values', { member_id: change.memberId, field_id: change.fieldId }).execute();
    return;
  }
  const written = { value: change.value, updated_at: scope.now };
  await scope.tx
    .insertInto('profile_values')
    .values({ ...place, ...written })
    .onConflict((conflict) => conflict.columns(['board_id', 'member_id', 'field_id']).doUpdateSet(written))
    .execute();
}
