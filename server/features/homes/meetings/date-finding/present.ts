import type { DateOption, DateRow, DateSearch } from '#contract/date-options.ts';
import { bestOptions, type DateAnswer } from '#domain/date-finding.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { LoadedMeeting, listInvitees } from '#server/features/homes/meetings/base/queries.ts';
import { canAnswerDates, canPickDate } from './policy.ts';
import type { DateAnswerRow, DateSearchFacts } from './queries.ts';

type InviteeOfList = Awaited<ReturnType<typeof listInvitees>>[number];

/** `invitees`: null where the reader may not see people. */
export function presentDateSearch(
  scope: Pick<BoardScope, 'member' | 'via'>,
  { options, answers }: DateSearchFacts,
  given: {
    readonly meeting: LoadedMeeting;
    readonly isInvited: boolean;
    readonly invitees: readonly InviteeOfList[] | null;
  },
): DateSearch {
  const { meeting, invitees } = given;
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

function answerLookup(answers: readonly DateAnswerRow[]) {
  const byOptionAndMember = new Map(answers.map((each) => [`${each.option_id} ${each.member_id}`, each.answer]));
  return (optionId: string, memberId: string): DateAnswer | null =>
    byOptionAndMember.get(`${optionId} ${memberId}`) ?? null;
}
