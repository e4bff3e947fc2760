import type { KeptField, ProfileField } from '#contract/profile.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { countValues, type FieldRow, listAllFields } from './queries.ts';

export function presentField(row: FieldRow): ProfileField {
  return {
    id: row.id,
    filled_by: row.filled_by,
    name: row.name,
    kind: row.kind,
    required: row.required,
    visibility: row.visibility,
    options: [...row.options],
  };
}

/** Retired ones last. */
export async function presentKeptFields(scope: BoardScope): Promise<{ readonly fields: KeptField[] }> {
  const rows = await listAllFields(scope);
  const counts = await countValues(scope);
  const fields = rows.map((row) => ({
    ...presentField(row),
    is_retired: row.retired_at !== null,
    values_count: counts.get(row.id) ?? 0,
  }));
  return { fields: [...fields.filter((field) => !field.is_retired), ...fields.filter((field) => field.is_retired)] };
}
