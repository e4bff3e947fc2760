import { sql } from 'kysely';
import type { DateOption, DateRow, DateSearch } from '#contract/date-options.ts';
import { bestOptions, type DateAnswer } from '#domain/date-finding.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { LoadedMeeting, listInvitees } from '#server/features/homes/meetings/base/queries.ts';
import type { InviteeCounts } from '#server/features/homes/meetings/invitees/queries.ts';
import { canAnswerDates, canPickDate } from './policy.ts';

type InviteeOfList = Awaited<ReturnType<typeof listInvitees>>[number];

/** The dates with their answers; null once the meeting has its date. `invitees`: null where the reader may not see people. */
export async function findDateSearch(
  scope: BoardScope,
  given: {
    readonly meeting: LoadedMeeting;
    readonly isInvited: boolean;
    readonly invitees: readonly InviteeOfList[] | null;
  },
): Promise<DateSearch | null> {
  const { meeting, invitees } = given;
  if (!meeting.finds_date) return null;
  const options = await listDateOptions(scope, meeting.id);
  const answers = await listDateAnswers(scope, meeting.id);
  const counted = options.map((option) => {
    const own = answers.filter((answer) => answer.option_id === option.id);
    const count = (answer: DateAnswer) => own.filter((each) => each.answer === answer).length;
    return { option, yes: count('yes'), if_need_be: count('if-need-be'), no: count('no') };
  });
  const best = bestOptions(counted);
  const answerOf = answersByPlace(answers);
  return {
    options: counted.map((each): DateOption => {
      const { option, ...totals } = each;
      return {
        id: option.id,
        start: option.starts_at.toISOString(),
        end: option.ends_at.toISOString(),
        ...totals,
        is_best: best.has(each),
        own_answer: answerOf(option.id, scope.member.id),
      };
    }),
    rows:
      invitees?.map(
        (row): DateRow => ({
          member_id: row.id,
          name: `${row.first_name} ${row.last_name}`,
          slug: row.removed_at === null ? row.slug : null,
          img_url: row.img_url,
          is_pending: row.status === 'invited',
          answers: options.map((option) => answerOf(option.id, row.id)),
        }),
      ) ?? null,
    can: {
      answer: canAnswerDates(meeting, given.isInvited),
      pick: canPickDate(scope, meeting),
    },
  };
}

function answersByPlace(answers: readonly DateAnswerRow[]) {
  const byPlace = new Map(answers.map((each) => [`${each.option_id} ${each.member_id}`, each.answer]));
  return (optionId: string, memberId: string): DateAnswer | null => byPlace.get(`${optionId} ${memberId}`) ?? null;
}

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

type DateReadScope = Pick<BoardScope, 'tx' | 'board'>;

/** Invitees on the board, each with how many of the offered dates are unanswered. */
function selectStanding({ tx, board }: DateReadScope, meetingId: string) {
  return tx
    .selectFrom('invitees as invitee')
    .innerJoin('members as member', (join) =>
      join.onRef('member.board_id', '=', 'invitee.board_id').onRef('member.id', '=', 'invitee.member_id'),
    )
    .where('invitee.board_id', '=', board.id)
    .where('invitee.meeting_id', '=', meetingId)
    .where('member.status', 'in', ['active', 'invited'])
    .select([
      'member.id',
      'member.status',
      sql<number>`(
        select count(*) from date_options o
        where o.board_id = ${board.id} and o.meeting_id = ${meetingId} and not exists (
          select from date_answers a where a.board_id = o.board_id and a.option_id = o.id and a.member_id = member.id
        )
      )::int`.as('unanswered'),
      sql<boolean>`exists (
        select from date_answers a
        where a.board_id = ${board.id} and a.meeting_id = ${meetingId} and a.member_id = member.id
      )`.as('has_answered'),
    ])
    .orderBy('member.id');
}

/** Active invitees who have left a date unanswered: they get a reminder. */
export async function listSilentOnDates(scope: DateReadScope, meetingId: string): Promise<readonly string[]> {
  const rows = await selectStanding(scope, meetingId).execute();
  return rows.filter((row) => row.status === 'active' && row.unanswered > 0).map((row) => row.id);
}

export async function countDateInvitees(scope: DateReadScope, meetingId: string): Promise<InviteeCounts> {
  const rows = await selectStanding(scope, meetingId).execute();
  const active = rows.filter((row) => row.status === 'active');
  return {
    replied: rows.filter((row) => row.has_answered).length,
    recipients: active.length,
    silent: active.filter((row) => row.unanswered > 0).length,
  };
}
