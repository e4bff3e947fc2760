import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { asSuperuser } from './as-superuser.ts';
import { inBoard, insertInto, type MadeMember } from './factories.ts';

const weekMs = 7 * 86_400_000;

export async function makeWritten(
  context: Context,
  given: {
    readonly boardId: string;
    /** Defaults to the whole board. */
    readonly bodyId?: string;
    readonly by: Pick<MadeMember, 'id'>;
    readonly title: string;
    readonly state: 'draft' | 'circulating';
  },
): Promise<{ readonly id: string }> {
  const { boardId, bodyId = boardId, by, title, state } = given;
  const { id } = await inBoard(context, boardId, (tx) =>
    tx
      .insertInto('written_resolutions')
      .values({
        board_id: boardId,
        body_id: bodyId,
        title,
        text: `That ${title} be built.`,
        state,
        created_by: by.id,
        created_at: new Date(),
        ...(state === 'draft' ? {} : circulated(by)),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await addVoters(context);
  return { id };
}

const circulated = (by: Pick<MadeMember, 'id'>) => ({
  round: 1,
  circulated_by: by.id,
  circulated_at: new Date(),
  needs: 'all' as const,
  may_object: true,
  ends_at: new Date(Date.now() + weekMs),
  ballots_shown_to: 'body' as const,
  quorum_rule: JSON.stringify({
    rule: { kind: 'more-than-half' },
    at_least: 2,
    seats: null,
    recused_counts: 'absent',
  }),
});

export async function circulateWritten(
  context: Context,
  { boardId, id, by }: { readonly boardId: string; readonly id: string; readonly by: Pick<MadeMember, 'id'> },
): Promise<void> {
  await inBoard(context, boardId, (tx) =>
    tx
      .updateTable('written_resolutions')
      .set({ state: 'circulating', ...circulated(by) })
      .where('id', '=', id)
      .execute(),
  );
  await addVoters(context);
}

export async function addVoters(context: Context): Promise<void> {
  await asSuperuser(context, (client) =>
    client.query(`
      insert into written_voters (board_id, resolution_id, round, member_id, is_recused)
      select w.board_id, w.id, w.round, m.id, false
      from written_resolutions w join members m on m.board_id = w.board_id
      where w.state = 'circulating' and m.status in ('active', 'invited') and m.removed_at is null
        and (w.body_id = w.board_id or exists (
          select from group_members gm where gm.board_id = m.board_id and gm.group_id = w.body_id and gm.member_id = m.id
        ))
      on conflict do nothing
    `),
  );
}

export const makeWrittenFile = (context: Context, of: { readonly boardId: string; readonly id: string }) =>
  inBoard(context, of.boardId, (tx) =>
    insertInto(tx, 'written_files', {
      board_id: of.boardId,
      resolution_id: of.id,
      bytes: sql`'%PDF-1.7'::bytea`,
      made_at: new Date(),
    }),
  );
