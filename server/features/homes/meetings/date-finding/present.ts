import type { DateOption, DateRow, DateSearch } from '#contract/date-options.ts';
import { bestOptions, type DateAnswer } from '#domain/date-finding.ts';
import type { Reader } from '#server/db/board-scope.ts';
import type { InviteeOfList, LoadedMeeting } from '#server/features/homes/meetings/base/queries.ts';
import { canAnswerDates, canPickDate } from './policy.ts';
import type { DateAnswerRow, DateOptionRow } from './queries.ts';

/** Null once the meeting has its date. `invitees`: null where the reader may not see people. */
export function presentDateSearch(
  reader: Reader,
  given: {
    readonly meeting: LoadedMeeting;
    readonly isInvited: boolean;
    readonly invitees: readonly InviteeOfList[] | null;
    readonly options: readonly DateOptionRow[];
    readonly answers: readonly DateAnswerRow[];
  },
): DateSearch | null {
  const { meeting, invitees, options, answers } = given;
  if (!meeting.finds_date) return null;
  const counted = options.map((option) => {
    const own = answers.filter((answer) => answer.option_id === option.id);
    const count = (answer: DateAnswer) => own.filter((each) => each.answer === answer).length;
    return { option, yes: count('yes'), if_need_be: count('if-need-be'), no: count('no') };
  });
  const best = bestOptions(counted);
  const answerOf = answerLookup(answers);
  return {
    options: counted.map((each): DateOption => {
      const { option, ...totals } = each;
      return {
        id: option.id,
        start: option.starts_at.toISOString(),
        end: option.ends_at.toISOString(),
        ...totals,
        is_best: best.has(each),
        own_answer: answerOf(option.id, reader.member.id),
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
      pick: canPickDate(reader, meeting),
    },
  };
}

function answerLookup(answers: readonly DateAnswerRow[]) {
  const byOptionAndMember = new Map(answers.map((each) => [`${each.option_id} ${each.member_id}`, each.answer]));
  return (optionId: string, memberId: string): DateAnswer | null =>
    byOptionAndMember.get(`${optionId} ${memberId}`) ?? null;
}
