import { randomUUID } from 'node:crypto';
import { withUserScope } from '#server/db/user-scope.ts';
import { findSignIn } from '#server/features/access/session/queries.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { openingEntry } from '#server/features/papers/documents/openings/queries.ts';
import { loadVisibleDocuments } from '#server/features/papers/documents/queries.ts';
import { noteSignIn } from '#server/features/views/reports/sign-ins/commands.ts';
import { startSession } from '#server/http/session.ts';
import { type Act, asMember, memberOf, type Stage, withClockAt } from './seeding.ts';

const dayMs = 86_400_000;
const year = 400;

/** Returns a pseudo-random number from 0 to 1 that depends only on the arguments. */
function share(...numbers: readonly number[]): number {
  const mixed = numbers.reduce((sum, number) => Math.imul(sum ^ number, 0x45d9f3b) ^ (sum >>> 13), 0x2545f491);
  return (mixed >>> 0) / 4_294_967_296;
}

export async function seedUse(stage: Stage): Promise<void> {
  const before = (days: number): Date => new Date(stage.today.getTime() - days * dayMs);
  for (const [who, by] of [...stage.people.keys()].entries()) {
    await asMember(stage, { by, at: stage.today }, async (scope) => {
      const eagerness = 0.98 - 0.07 * who;
      const versions = await scope.tx
        .selectFrom('document_versions as version')
        .select(['version.document_id', 'version.id', 'version.created_at'])
        .where('version.board_id', '=', scope.board.id)
        .orderBy('version.id')
        .execute();
      const seen = await loadVisibleDocuments(scope, [...new Set(versions.map((version) => version.document_id))]);
      const visible = new Set(seen.map(({ id }) => id));
      for (const [nth, { document_id: documentId, id: versionId, created_at: added }] of versions.entries()) {
        const at = new Date(Math.max(added.getTime(), before(year).getTime()) + share(who, nth, 4) * 6 * dayMs);
        if (!visible.has(documentId) || share(who, nth, 5) > eagerness || at > scope.now) continue;
        const as = share(who, nth, 6) < 0.15 ? 'download' : 'inline';
        const { action, subjectKind, subjectId, detail } = openingEntry(documentId, { as, versionId });
        await audit({ ...scope, now: at }, action, { kind: subjectKind, id: subjectId }, detail);
      }
      for (let days = year - 9 * share(who, 7); days > 0; days -= 3 + share(who, Math.round(days), 8) * (6 + 3 * who)) {
        await noteSignIn({ ...scope, now: before(days) }, randomUUID());
      }
    });
  }
}

export interface DemoSignIn extends Act {
  readonly userAgent: string;
}

export async function seedSignIn(stage: Stage, { by, at, userAgent }: DemoSignIn): Promise<void> {
  const { context, boardId } = stage;
  const { userId } = memberOf(stage, by);
  const { email } = await withUserScope(context, userId, ({ tx }) =>
    tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow(),
  );
  const proof = { kind: 'password', hash: (await findSignIn(context, email))?.password_hash ?? '' } as const;
  await startSession(withClockAt(context, at), { userId, proof, boardId, remember: true, userAgent });
}
