import { dateAnswerLabels } from '#domain/date-finding.ts';
import { formatHeadingDate, formatTimeRange, zoneAbbreviation } from '#domain/dates.ts';
import type { Context } from '#server/context.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import type { MailJob, MailKind } from '#server/features/core/mail/ports.ts';
import { dateAskedMail, dateChosenMail, dateReminderMail } from '#server/features/homes/meetings/base/commands.ts';
import { type DatedMeeting, findMeeting, listAgendaItems } from '#server/features/homes/meetings/base/queries.ts';
import {
  aboutMeeting,
  calendarAttachment,
  contentBlocks,
  invitationBlocks,
  linksNote,
  meetingAddress,
  strong,
} from '#server/features/homes/meetings/messages/present.ts';
import { findMailDetails, type MailDetails } from '#server/features/homes/meetings/messages/queries.ts';
import type { MailBlock } from '#server/integrations/mail/blocks.ts';
import { listDateAnswers, listDateOptions } from './queries.ts';

/** Null once the meeting has left the state that the message is about. */
async function findDetails(
  scope: BoardJobScope,
  context: Context,
  job: MailJob & { readonly state: DatedMeeting['state'] },
): Promise<MailDetails | null> {
  const meeting = await findMeeting(scope, job.subjectId);
  if (!meeting || meeting.state === 'draft' || meeting.state !== job.state) return null;
  return findMailDetails(scope, context, { meeting, memberId: job.memberId });
}

async function dateBlocks(scope: BoardJobScope, { meeting, links }: MailDetails): Promise<readonly MailBlock[]> {
  const { timeZone } = scope.board;
  const options = await listDateOptions(scope, meeting.id);
  const location = [meeting.location, meeting.join_url].find((text) => text !== '');
  const dates = options.map(
    ({ starts_at: start, ends_at: end }) =>
      `${formatHeadingDate(start, timeZone)}, ${formatTimeRange(start, end, timeZone)}`,
  );
  return [
    {
      kind: 'buttons',
      label: 'When can you come?',
      buttons: [{ label: 'Answer the dates', href: `${meetingAddress(links)}#dates`, tone: 'primary' }],
    },
    { kind: 'heading', text: 'The dates' },
    { kind: 'list', order: 'bulleted', items: dates },
    {
      kind: 'note',
      text: `Times are those of ${timeZone.replaceAll('_', ' ')} (${zoneAbbreviation(meeting.starts_at, timeZone)}). Say ${Object.values(dateAnswerLabels).join(', ')} to each; you can change it until a date is picked.`,
    },
    ...(location === undefined ? [] : [{ kind: 'facts', rows: [{ label: 'Where', value: location }] } as const]),
  ];
}

const asked: MailKind = {
  kind: dateAskedMail,
  choice: 'meeting-invitations',
  async write(scope, context, job) {
    const details = await findDetails(scope, context, { ...job, state: 'finding-date' });
    if (!details) return null;
    const { meeting, links } = details;
    const blocks = await dateBlocks(scope, details);
    return {
      ...aboutMeeting(scope, details),
      subject: `Find a date: ${meeting.title}`,
      preheader: 'Say which of the dates suit you.',
      blocks: [
        { kind: 'paragraph', text: `${scope.board.title} is looking for a date for this meeting.` },
        ...blocks,
        ...contentBlocks(scope, meeting, await listAgendaItems(scope, meeting.id)),
        linksNote(links),
      ],
    };
  },
};

const reminder: MailKind = {
  kind: dateReminderMail,
  choice: 'reminders',
  async write(scope, context, job) {
    const details = await findDetails(scope, context, { ...job, state: 'finding-date' });
    if (!details) return null;
    const options = await listDateOptions(scope, details.meeting.id);
    const own = (await listDateAnswers(scope, details.meeting.id)).filter((each) => each.member_id === job.memberId);
    if (own.length >= options.length) return null;
    return {
      ...aboutMeeting(scope, details),
      subject: `Please answer the dates: ${details.meeting.title}`,
      preheader: 'You have not answered all of the dates yet.',
      blocks: [
        { kind: 'paragraph', text: 'You have not answered all of the dates for this meeting yet.' },
        ...(await dateBlocks(scope, details)),
        linksNote(details.links),
      ],
    };
  },
};

const chosen: MailKind = {
  kind: dateChosenMail,
  choice: 'meeting-invitations',
  async write(scope, context, job) {
    const details = await findDetails(scope, context, { ...job, state: 'published' });
    if (!details) return null;
    const { meeting, date, times } = details;
    return {
      ...aboutMeeting(scope, details),
      subject: `Date found: ${meeting.title}, ${date}`,
      preheader: `${date}, ${times}. Please reply.`,
      blocks: [
        strong('A date has been picked. Please reply, whatever you answered before.'),
        ...invitationBlocks(scope, details, await listAgendaItems(scope, meeting.id)),
      ],
      attachments: [calendarAttachment(scope, context, details)],
    };
  },
};

export const dateMailKinds: readonly MailKind[] = [asked, reminder, chosen];
