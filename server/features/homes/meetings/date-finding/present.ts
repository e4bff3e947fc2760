import type { DateOption, DateRow, DateSearch } from '#contract/date-options.ts';
import { bestOptions, type DateAnswer, dateAnswerLabels } from '#domain/date-finding.ts';
import { formatHeadingDate, formatTimeRange, zoneAbbreviation } from '#domain/dates.ts';
import { knownName } from '#domain/identity.ts';
import type { Reader } from '#server/db/board-scope.ts';
import type { MailContent } from '#server/features/core/mail/ports.ts';
import type { InviteeOfList, LoadedMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import {
  aboutMeeting,
  contentBlocks,
  linksNote,
  meetingAddress,
  noteBlocks,
} from '#server/features/homes/meetings/messages/present.ts';
import type { InvitationContent, MailDetails, MessageScope } from '#server/features/homes/meetings/messages/queries.ts';
import { facts, type MailBlock, note, paragraph } from '#server/integrations/mail/blocks.ts';
import { canAnswerDates, canPickDate } from './policy.ts';
import type { DateAnswerRow, DateOptionRow } from './queries.ts';

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
          name: knownName(row),
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

export function datesAskedMail(
  scope: MessageScope,
  given: {
    readonly details: MailDetails;
    readonly options: readonly DateOptionRow[];
    readonly content: InvitationContent;
  },
): MailContent {
  const { details, options, content } = given;
  const { meeting, links } = details;
  return {
    ...aboutMeeting(scope, details),
    subject: `Find a date: ${meeting.title}`,
    preheader: 'Please say which dates suit you.',
    blocks: [
      paragraph(`${scope.board.title} is looking for a date for this meeting.`),
      ...noteBlocks(content.note),
      ...dateBlocks(scope, details, options),
      ...contentBlocks(scope, meeting, content.items),
      linksNote(links),
    ],
  };
}

export function dateBlocks(
  scope: MessageScope,
  { meeting, links }: MailDetails,
  options: readonly DateOptionRow[],
): readonly MailBlock[] {
  const { timeZone, dates: written } = scope.board;
  const location = [meeting.location, meeting.join_url].find((text) => text !== '');
  const dates = options.map(
    ({ starts_at: start, ends_at: end }) =>
      `${formatHeadingDate(start, written)}, ${formatTimeRange(start, end, written)}`,
  );
  return [
    {
      kind: 'buttons',
      label: 'When can you attend?',
      buttons: [{ label: 'Reply to the proposed dates', href: `${meetingAddress(links)}#dates`, tone: 'primary' }],
    },
    { kind: 'heading', text: 'The dates' },
    { kind: 'list', start: null, items: dates },
    note(
      `Time zone: ${timeZone.replaceAll('_', ' ')} (${zoneAbbreviation(meeting.starts_at, timeZone)}). Choose one answer for each date: ${Object.values(dateAnswerLabels).join(', ')}. You can change your answers until a date is picked.`,
    ),
    ...(location === undefined ? [] : [facts([{ label: 'Where', value: location }])]),
  ];
}
