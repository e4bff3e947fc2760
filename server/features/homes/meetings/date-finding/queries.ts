import type { DateAnswer } from '#domain/find-a-date.ts';
import type { BoardScope } from '#server/db/board-scope.ts';

type Reading = Pick<BoardScope, 'tx' | 'board'>;

export interface DateOptionRow {
  readonly id: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
}

/** Soonest first. */
export async function listDateOptions(scope: Reading, meetingId: string): Promise<readonly DateOptionRow[]> {
  return scope.tx
    .selectFrom('date_options')
    .select(['id', 'starts_at', 'ends_at'])
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meetingId)
    .orderBy('starts_at')
    .orderBy('ends_at')
    .orderBy('id')
    .execute();
}

export interface DateAnswerRow {
  readonly option_id: string;
  readonly member_id: string;
  readonly answer: DateAnswer;
}

/** Of those who are invited now and still on the board: whoever has left the audience does not count. */
export async function listDateAnswers(scope: Reading, meetingId: string): Promise<readonly DateAnswerRow[]> {
  return scope.tx
    .selectFrom('date_answers as given')
    .innerJoin('invitees as invitee', (join) =>
      join
        .onRef('invitee.board_id', '=', 'given.board_id')
        .onRef('invitee.meeting_id', '=', 'given.meeting_id')
        .onRef('invitee.member_id', '=', 'given.member_id'),
    )
    .innerJoin('members as member', (join) =>
      join.onRef('member.board_id', '=', 'given.board_id').onRef('member.id', '=', 'given.member_id'),
    )
    .select(['given.option_id', 'given.member_id', 'given.answer'])
    .where('given.board_id', '=', scope.board.id)
    .where('given.meeting_id', '=', meetingId)
    .where('member.status', '<>', 'inactive')
    .execute();
}
