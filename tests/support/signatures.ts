import type { Context } from '#server/context.ts';
import { asSuperuser } from './as-superuser.ts';
import type { MadeMember } from './factories.ts';

export async function makeSignatureRequest(
  context: Context,
  given: {
    readonly boardId: string;
    readonly resolutionId: string;
    readonly documentId: string;
    readonly title: string;
    readonly by: MadeMember;
    readonly signers: readonly MadeMember[];
  },
): Promise<{ readonly id: string }> {
  const { boardId, resolutionId, documentId, title, by, signers } = given;
  return asSuperuser(context, async (client) => {
    const made = await client.query<{ id: string }>(
      `insert into signature_requests (board_id, kind, resolution_id, title, version_id, storage_key, byte_size, sha256,
         requested_by, requested_at, ends_at)
       select board_id, 'resolution', $2, $3, id, storage_key, byte_size, sha256, $4, $5, $5::timestamptz + interval '9 days'
       from document_versions where document_id = $1 limit 1 returning id`,
      [documentId, resolutionId, title, by.id, context.clock.now()],
    );
    const id = made.rows[0]?.id ?? '';
    await client.query(
      `insert into signers (board_id, request_id, member_id, position, capacity)
       select $1, $2, member_id, position, 'Chair' from unnest($3::uuid[]) with ordinality each (member_id, position)`,
      [boardId, id, signers.map((signer) => signer.id)],
    );
    return { id };
  });
}
