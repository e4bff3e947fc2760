import type { AuditAction } from '#domain/audit-words.ts';
import { profileMessages } from '#domain/later-messages.ts';
import { validationMessages } from '#domain/messages.ts';
import { profileLimits } from '#domain/profile-fields.ts';
import { duplicateErrors } from '#domain/validation.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { takeTurn } from '#server/db/turn.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { tellLive } from '#server/http/live-hub.ts';
import { listAllFields, loadField } from './queries.ts';

/** Nobody is asked for it any more; what was filled in stays until the field is deleted. Twice is once. */
export async function retireField(scope: BoardScope, fieldId: string): Promise<void> {
  await takeTurn(scope, 'profile-fields');
  const field = await loadField(scope, fieldId);
  if (field.retired_at !== null) return;
  await setRetired(scope, fieldId, scope.now);
  await tell(scope, 'profile-field.retired', fieldId);
}

/** Asked again, with what was filled in before; refused while another field has its name. */
export async function restoreField(scope: BoardScope, fieldId: string): Promise<void> {
  await takeTurn(scope, 'profile-fields');
  const field = await loadField(scope, fieldId);
  if (field.retired_at === null) return;
  const live = (await listAllFields(scope)).filter((row) => row.retired_at === null);
  if (live.length >= profileLimits.fieldsMax) throw refused(profileMessages.tooManyFields(profileLimits.fieldsMax));
  const names = live.filter((row) => row.filled_by === field.filled_by).map((row) => row.name);
  const isTaken = duplicateErrors([...names, field.name]).at(-1) === validationMessages.duplicate;
  if (isTaken) throw refused(profileMessages.nameTaken(field.name));
  await setRetired(scope, fieldId, null);
  await tell(scope, 'profile-field.restored', fieldId);
}

/** For good, with everything that was filled in: only what was retired before. */
export async function deleteField(scope: BoardScope, fieldId: string): Promise<void> {
  await takeTurn(scope, 'profile-fields');
  const field = await loadField(scope, fieldId);
  if (field.retired_at === null) throw refused(profileMessages.retireFirst);
  await scope.tx
    .deleteFrom('profile_fields')
    .where('board_id', '=', scope.board.id)
    .where('id', '=', fieldId)
    .execute();
  await tell(scope, 'profile-field.deleted', fieldId);
}

async function setRetired(scope: BoardScope, fieldId: string, at: Date | null): Promise<void> {
  await scope.tx
    .updateTable('profile_fields')
    .set({ retired_at: at })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', fieldId)
    .execute();
}

async function tell(scope: BoardScope, action: AuditAction, fieldId: string): Promise<void> {
  await audit(scope, { action, subjectKind: 'profile-field', subjectId: fieldId });
  await tellLive(scope, { noun: 'people', id: null });
}
