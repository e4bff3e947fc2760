import { profileValueError, tidyValue } from '#domain/profile-fields.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { forbidden, invalid, notFound } from '#server/errors.ts';
import { fillsIn } from './policy.ts';
import { type FieldRow, keptValues, lockFields } from './queries.ts';

interface Filling {
  readonly memberId: string;
  /** By field id. */
  readonly values: Readonly<Record<string, string>>;
  /** Which list must have its required fields filled in when this is done. */
  readonly complete: readonly FieldRow['filled_by'][];
}

/**
 * Keeps what was filled in, after the rules of each field; answers the ids of the fields that changed. Complaints are
 * told as `values.{field id}`. A field that was retired while the form was open still takes what was typed into it.
 */
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
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const changed = Object.entries(filling.values)
    .map(([fieldId, typed]) => ({ fieldId, value: tidyValue(typed) }))
    .filter(({ fieldId, value }) => value !== (kept.get(fieldId) ?? ''));
  for (const change of changed) await keepValue(scope, { ...change, memberId: filling.memberId });
  return changed.map(({ fieldId }) => fieldId);
}

/** What was not typed now counts only where its list must be complete. */
function errorOf(field: FieldRow, kept: string, filling: Filling): string | null {
  const typed = filling.values[field.id];
  const isLive = field.retired_at === null;
  if (typed === undefined) {
    const isOwed = isLive && filling.complete.includes(field.filled_by);
    return isOwed ? profileValueError(field, kept, kept) : null;
  }
  // Nobody is held up by a value that another owes and that was empty before.
  const isOwed = filling.complete.includes(field.filled_by) || kept !== '';
  return profileValueError({ ...field, required: field.required && isLive && isOwed }, typed, kept);
}

async function keepValue(
  scope: BoardScope,
  change: { readonly memberId: string; readonly fieldId: string; readonly value: string },
): Promise<void> {
  const place = { board_id: scope.board.id, member_id: change.memberId, field_id: change.fieldId };
  if (change.value === '') {
    await scope.tx
      .deleteFrom('profile_values')
      .where('board_id', '=', place.board_id)
      .where('member_id', '=', place.member_id)
      .where('field_id', '=', place.field_id)
      .execute();
    return;
  }
  const written = { value: change.value, updated_at: scope.now };
  await scope.tx
    .insertInto('profile_values')
    .values({ ...place, ...written })
    .onConflict((conflict) => conflict.columns(['board_id', 'member_id', 'field_id']).doUpdateSet(written))
    .execute();
}
