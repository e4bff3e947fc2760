import type { KeptField, ProfileField } from '#contract/profile.ts';
import type { FieldRow } from './queries.ts';

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

export function presentKeptFields(
  rows: readonly FieldRow[],
  counted: readonly { readonly field_id: string; readonly count: number }[],
): { readonly fields: KeptField[] } {
  const counts = new Map(counted.map(({ field_id: id, count }) => [id, count]));
  const fields = rows.map((row) => ({
    ...presentField(row),
    is_retired: row.retired_at !== null,
    values_count: counts.get(row.id) ?? 0,
  }));
  return { fields: [...fields.filter((field) => !field.is_retired), ...fields.filter((field) => field.is_retired)] };
}
