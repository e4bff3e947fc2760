import type { Context } from '#server/context.ts';
import { inBoard, insertInto, type MadeAgendaItem, type MadeMeeting, type MadeMember } from './factories.ts';

export async function makeMotion(
  context: Context,
  given: {
    readonly meeting: MadeMeeting;
    readonly item: Pick<MadeAgendaItem, 'id'>;
    readonly mover: Pick<MadeMember, 'id'>;
    readonly text?: string;
  },
): Promise<{ readonly id: string }> {
  const { meeting, item, mover } = given;
  const text = given.text ?? 'That the report be received.';
  return inBoard(context, meeting.boardId, async (tx) => {
    const { id } = await tx
      .insertInto('motions')
      .values({
        board_id: meeting.boardId,
        meeting_id: meeting.id,
        agenda_item_id: item.id,
        text,
        mover_id: mover.id,
        state: 'proposed',
        created_at: context.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertInto(tx, 'motion_wordings', {
      board_id: meeting.boardId,
      motion_id: id,
      revision: 1,
      text,
      written_by: mover.id,
      at: context.clock.now(),
    });
    return { id };
  });
}

export async function makeVote(
  context: Context,
  given: {
    readonly meeting: MadeMeeting;
    readonly motion: { readonly id: string };
    readonly by: Pick<MadeMember, 'id'>;
    readonly text?: string;
  },
): Promise<{ readonly id: string }> {
  const { meeting, motion, by, text = 'That the report be received.' } = given;
  const at = context.clock.now();
  return inBoard(context, meeting.boardId, async (tx) => {
    await tx.updateTable('motions').set({ state: 'not-carried' }).where('id', '=', motion.id).execute();
    return tx
      .insertInto('votes')
      .values({
        board_id: meeting.boardId,
        meeting_id: meeting.id,
        motion_id: motion.id,
        body_id: meeting.boardId,
        way: 'hands',
        state: 'not-carried',
        text,
        papers: '[]',
        majority: '1/2',
        majority_of: 'cast',
        casting_vote: false,
        ballots_shown_to: 'body',
        minutes_names: 'all',
        opened_at: at,
        opened_by: by.id,
        closed_at: at,
        closed_by: by.id,
        votes_for: 0,
        votes_against: 1,
        abstentions: 0,
        eligible: 1,
        present: 1,
        needed: 1,
        in_office: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
}
