import type { BodyOf } from '#contract/endpoint.ts';
import type { saveProfile as endpoint } from '#contract/profile.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isSignedInAdmin } from '#server/db/board-scope.ts';
import { authorize } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { canEditName } from '#server/features/members/people/policy.ts';
import type { PersonRow } from '#server/features/members/people/queries.ts';
import { keepValues } from '#server/features/members/profile/commands.ts';
import type { Secrets } from '#server/secrets.ts';

type Body = BodyOf<typeof endpoint>;

/** Saves all fields or none. */
export async function saveProfile(
  scope: BoardScope,
  secrets: Secrets,
  given: { readonly person: PersonRow; readonly body: Body },
): Promise<void> {
  const { person, body } = given;
  const isSelf = person.id === scope.member.id;
  const changed = await keepValues(scope, {
    memberId: person.id,
    values: body.values,
    complete: [...(isSelf ? (['member'] as const) : []), ...(isSignedInAdmin(scope) ? (['admin'] as const) : [])],
  });
  await saveName(scope, secrets, given);
  if (changed.length === 0) return;
  await audit(
    scope,
    'person.profile-changed',
    { kind: 'member', id: person.id },
    { fields: changed.length, own: isSelf },
  );
  await publishLive(scope, { noun: 'people', id: null });
}

async function saveName(
  scope: BoardScope,
  secrets: Secrets,
  { person, body }: { readonly person: PersonRow; readonly body: Body },
): Promise<void> {
  if (body.first_name === undefined && body.last_name === undefined && body.email === undefined) return;
  authorize(canEditName(scope, person));
  const { first_name, last_name, email } = body;
  const to = {
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
    ...(email === undefined ? {} : { email }),
  };
  await scope.ports.pendingPeople.correct(scope, secrets, { memberId: person.id, to });
}
