import type { SavedField } from '#contract/profile.ts';
import { profileMessages } from '#domain/later-messages.ts';
import { type FieldFiller, fieldFillers, fieldListErrors, profileLimits, tidyOptions } from '#domain/profile-fields.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { takeTurn } from '#server/db/turn.ts';
import { invalid, notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { tellLive } from '#server/http/live-hub.ts';
import { countValues, type FieldRow, lockFields } from './queries.ts';

type Lists = Readonly<Record<FieldFiller, readonly SavedField[]>>;

/**
 * Adds, changes and orders fields, all or nothing. What is not named (another admin made it meanwhile) stays and
 * follows the others. Complaints are told as `{list}.{index}.{part}`.
 */
export async function saveFields(scope: BoardScope, given: Lists): Promise<void> {
  await takeTurn(scope, 'profile-fields');
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
  if (live + added > profileLimits.fieldsMax) throw refused(profileMessages.tooManyFields(profileLimits.fieldsMax));
  for (const list of lists) await saveList(scope, list);
  await tellLive(scope, { noun: 'people', id: null });
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
  const told = Object.entries(fieldListErrors(fields, besides));
  const kinds = fields.flatMap((field, index) => {
    const row = field.id === null ? undefined : kept.find(({ id }) => id === field.id);
    if (field.id !== null && !row) throw notFound();
    const isFixed = row !== undefined && row.kind !== field.kind && (counts.get(row.id) ?? 0) > 0;
    return isFixed ? [[`${index}.kind`, profileMessages.kindFixed] as const] : [];
  });
  return Object.fromEntries([...told, ...kinds].map(([path, message]) => [`${filler}.${path}`, message]));
}

/** Positions count from 1; what is not named follows in the order that it had. */
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
    await scope.tx
      .updateTable('profile_fields')
      .set({ position: fields.length + index + 1 })
      .where('board_id', '=', scope.board.id)
      .where('id', '=', row.id)
      .execute();
  }
  const order = fields.flatMap((field) => (field.id === null ? [] : [field.id]));
  const before = kept.filter((row) => named.has(row.id)).map((row) => row.id);
  if (order.join() !== before.join()) {
    await audit(scope, {
      action: 'profile-field.ordered',
      subjectKind: 'board',
      subjectId: scope.board.id,
      detail: { list: filler },
    });
  }
}

type Columns = Omit<SavedField, 'id'> & { readonly position: number };

async function addField(scope: BoardScope, columns: Columns & { readonly filled_by: FieldFiller }): Promise<void> {
  const { id } = await scope.tx
    .insertInto('profile_fields')
    .values({ ...columns, board_id: scope.board.id, created_at: scope.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(scope, { action: 'profile-field.added', subjectKind: 'profile-field', subjectId: id });
}

async function changeField(
  scope: BoardScope,
  { row, columns }: { readonly row: FieldRow; readonly columns: Columns },
): Promise<void> {
  await scope.tx
    .updateTable('profile_fields')
    .set(columns)
    .where('board_id', '=', scope.board.id)
    .where('id', '=', row.id)
    .execute();
  const isSame =
    row.name === columns.name &&
    row.kind === columns.kind &&
    row.required === columns.required &&
    row.visibility === columns.visibility &&
    row.options.join('\n') === columns.options.join('\n');
  if (!isSame) await audit(scope, { action: 'profile-field.changed', subjectKind: 'profile-field', subjectId: row.id });
}
