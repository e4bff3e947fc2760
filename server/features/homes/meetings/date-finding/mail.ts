import { dateAnswerLabels } from '#domain/date-finding.ts';
import { formatHeadingDate, formatTimeRange, zoneAbbreviation } from '#domain/dates.ts';
import type { Context } from '#server/context.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import type { MailJob, MailKind } from '#server/features/core/mail/ports.ts';
import { dateAskedMail, dateChosenMail, dateReminderMail } from '#server/features/homes/meetings/base/commands.ts';
import { type DatedMeeting, findMeeting } from '#server/features/homes/meetings/base/queries.ts';
import { calendarAttachment, contentBlocks, invitationBlocks } from '#server/features/homes/meetings/invitees/mail.ts';
import {
  aboutMeeting,
  findMailDetails,
  type MailDetails,
  strong,
} from '#server/features/homes/meetings/messages/present.ts';
import { linksNote, meetingAddress } from '#server/features/homes/meetings/messages/queries.ts';
import type { MailBlock } from '#server/integrations/mail/blocks.ts';
import { listDateAnswers, listDateOptions } from './queries.ts';

/** Null once the meeting is no longer in the state that the message is about, or the reader no longer invited. */
async function open(
  scope: BoardJobScope,
  context: Context,
  job: MailJob & { readonly state: DatedMeeting['state'] },
): Promise<MailDetails | null> {
  const meeting = await findMeeting(scope, job.subjectId);
  if (!meeting || meeting.state === 'draft' || meeting.state !== job.state) return null;
  return findMailDetails(scope, context, { meeting, memberId: job.memberId });
}

/** The dates as they are offered now, under the button that leads to the reader's own answers. */
async function dateBlocks(scope: BoardJobScope, { meeting, links }: MailDetails): Promise<readonly MailBlock[]> {
  const { timeZone } = scope.board;
  const options = await listDateOptions(scope, meeting.id);
  const place = [meeting.location, meeting.join_url].find((text) => text !== '');
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
    ...(place === undefined ? [] : [{ kind: 'facts', rows: [{ label: 'Where', value: place }] } as const]),
  ];
}

const asked: MailKind = {
  kind: dateAskedMail,
  choice: 'meeting-invitations',
  async write(scope, context, job) {
    const opened = await open(scope, context, { ...job, state: 'finding-date' });
    if (!opened) return null;
    const { meeting, links } = opened;
    const blocks = await dateBlocks(scope, opened);
    return {
      ...aboutMeeting(scope, opened),
      subject: `Find a date: ${meeting.title}`,
      preheader: 'Say which of the dates suit you.',
      blocks: [
        { kind: 'paragraph', text: `${scope.board.title} is looking for a date for this meeting.` },
        ...blocks,
        ...(await contentBlocks(scope, meeting)),
        linksNote(links),
      ],
    };
  },
};

const reminder: MailKind = {
  kind: dateReminderMail,
  choice: 'reminders',
  async write(scope, context, job) {
    const opened = await open(scope, context, { ...job, state: 'finding-date' });
    if (!opened) return null;
    const options = await listDateOptions(scope, opened.meeting.id);
    const own = (await listDateAnswers(scope, opened.meeting.id)).filter((each) => each.member_id === job.memberId);
    // Answered meanwhile.
    if (own.length >= options.length) return null;
    return {
      ...aboutMeeting(scope, opened),
      subject: `Please answer the dates: ${opened.meeting.title}`,
      preheader: 'You have not answered all of the dates yet.',
      blocks: [
        { kind: 'paragraph', text: 'You have not answered all of the dates for this meeting yet.' },
        ...(await dateBlocks(scope, opened)),
        linksNote(opened.links),
      ],
    };
  },
};

const chosen: MailKind = {
  kind: dateChosenMail,
  choice: 'meeting-invitations',
  async write(scope, context, job) {
    const opened = await open(scope, context, { ...job, state: 'published' });
    if (!opened) return null;
    const { meeting, date, times } = opened;
    return {
      ...aboutMeeting(scope, opened),
      subject: `Date found: ${meeting.title}, ${date}`,
      preheader: `${date}, ${times}. Please reply.`,
      blocks: [
        strong('A date has been picked. Please reply, whatever you answered before.'),
        ...(await invitationBlocks(scope, opened)),
      ],
      attachments: [calendarAttachment(scope, context, opened)],
    };
  },
};

export const dateMailKinds: readonly MailKind[] = [asked, reminder, chosen];
