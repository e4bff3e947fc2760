import type { DateOption, DateRow, DateSearch } from '#contract/date-options.ts';
import { bestOptions, type DateAnswer } from '#domain/find-a-date.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { LoadedMeeting, listInvitees } from '#server/features/homes/meetings/queries.ts';
import { canAnswerDates, canPickDate } from './policy.ts';
import { type DateAnswerRow, listDateAnswers, listDateOptions } from './queries.ts';

type InviteeOfList = Awaited<ReturnType<typeof listInvitees>>[number];

/** The dates with their answers; null once the meeting has its date. `invitees`: null where the reader may not see people. */
export async function presentDateSearch(
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
