import type { KeptField, ProfileField } from '#contract/profile.ts';
import type { FieldRow } from './queries.ts';

export const presentField = ({ retired_at: _, ...field }: FieldRow): ProfileField => ({
  ...field,
  options: [...field.options],
});

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
