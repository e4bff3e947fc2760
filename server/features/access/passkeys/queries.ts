import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { firstRow } from '#server/db/select-value.ts';
import type { UserScope } from '#server/db/user-scope.ts';

export async function listPasskeys(scope: UserScope) {
  return scope.tx
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'credential_id', 'transports'])
    .where('user_id', '=', scope.userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number];

export async function findHolder(scope: UserScope) {
  return scope.tx
    .selectFrom('users')
    .innerJoin('passkey_handles', 'passkey_handles.user_id', 'users.id')
    .select(['users.email', 'users.first_name', 'users.last_name', 'passkey_handles.handle'])
    .where('users.id', '=', scope.userId)
    .executeTakeFirstOrThrow();
}

export interface FoundPasskey {
  readonly passkey_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly is_disabled: boolean;
  readonly opens_at: Date | null;
  readonly public_key: Buffer;
  readonly handle: Buffer;
}

export const findPasskey = (context: Context, credentialId: Buffer): Promise<FoundPasskey | null> =>
  firstRow(
    context.db,
    sql<FoundPasskey>`
      select passkey_id, user_id, email, is_disabled, opens_at, public_key, handle from gate.find_passkey(${credentialId})
    `,
  );
