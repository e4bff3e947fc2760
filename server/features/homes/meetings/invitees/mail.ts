import { numberAgenda } from '#domain/agenda.ts';
import { formatHeadingDate, formatTime, formatTimeRange } from '#domain/dates.ts';
import { magicMessages } from '#domain/messages/announcements.ts';
import type { Context } from '#server/context.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import type { MailKind } from '#server/features/core/mail/ports.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { meetingLinkMail } from '#server/features/homes/meetings/base/commands.ts';
import { type DatedMeeting, findMeeting, listAgendaItems } from '#server/features/homes/meetings/base/queries.ts';
import {
  aboutMeeting,
  findMailDetails,
  type MailDetails,
  strong,
} from '#server/features/homes/meetings/messages/present.ts';
import { replyButtons, viewBlocks } from '#server/features/homes/meetings/messages/queries.ts';
import { calendarFile } from '#server/integrations/calendar/calendar-file.ts';
import type { MailAgendaLine, MailBlock, MailFact } from '#server/integrations/mail/blocks.ts';
import type { MailAttachment } from '#server/integrations/mail/message.ts';

export const meetingPublishedMail = 'meeting-published';

/** Tells an active member of a published meeting. It holds the member's own links (product.md, section 6). */
export const publishedMail: MailKind = {
  kind: meetingPublishedMail,
  choice: 'meeting-invitations',
  async write(scope, context, job) {
    const meeting = await findMeeting(scope, job.subjectId);
    if (meeting?.state !== 'published') return null;
    const opened = await findMailDetails(scope, context, { meeting, memberId: job.memberId });
    if (!opened) return null;
    return {
      ...aboutMeeting(scope, opened),
      subject: `${meeting.title}, ${opened.date}`,
      preheader: `You are invited: ${opened.times}.`,
      blocks: await invitationBlocks(scope, opened),
      attachments: [calendarAttachment(scope, context, opened)],
    };
  },
};

/** A link that an editor has renewed: the one before opens nothing any more. Asked for by name, so no choice holds it back. */
export const renewedLinkMail: MailKind = {
  kind: meetingLinkMail,
  choice: 'required',
  async write(scope, context, job) {
    const meeting = await findMeeting(scope, job.subjectId);
    if (meeting === null || meeting.state === 'draft') return null;
    const opened = await findMailDetails(scope, context, { meeting, memberId: job.memberId });
    // Revoked again meanwhile, or switched off.
    if (!opened || opened.links.uid === null) return null;
    const { links } = opened;
    return {
      ...aboutMeeting(scope, opened),
      subject: `New link: ${meeting.title}`,
      preheader: magicMessages.renewed,
      blocks: [
        strong(magicMessages.renewed),
        ...(meeting.finds_date ? [] : [{ kind: 'facts', rows: factsOf(meeting, scope.board.timeZone) } as const]),
        ...(meeting.state === 'published' ? replyButtons(meeting, links) : []),
        ...viewBlocks(links),
      ],
    };
  },
};

/** Whether the reader's answer, the agenda and the text stand in a message that invites. */
export async function invitationBlocks(
  scope: BoardJobScope,
  { meeting, links }: MailDetails,
): Promise<readonly MailBlock[]> {
  return [
    { kind: 'facts', rows: factsOf(meeting, scope.board.timeZone) },
    ...replyButtons(meeting, links),
    ...(await contentBlocks(scope, meeting)),
    ...viewBlocks(links),
  ];
}

/** Text and agenda; where the board's links show no papers, neither does its mail. */
export async function contentBlocks(scope: BoardJobScope, meeting: DatedMeeting): Promise<readonly MailBlock[]> {
  if (!canReadByLink(scope)) return [];
  return [
    ...(meeting.description ? [{ kind: 'paragraph', text: meeting.description } as const] : []),
    ...(await agendaBlocks(scope, meeting)),
  ];
}

export function factsOf(meeting: DatedMeeting, timeZone: string): readonly MailFact[] {
  const { starts_at: start, ends_at: end, location, join_url: joinUrl } = meeting;
  return [
    { label: 'When', value: `${formatHeadingDate(start, timeZone)}\n${formatTimeRange(start, end, timeZone)}` },
    ...(location ? [{ label: 'Where', value: location }] : []),
    ...(joinUrl ? [{ label: 'Join', value: [{ text: joinUrl, href: joinUrl }] }] : []),
  ];
}

async function agendaBlocks(scope: BoardJobScope, meeting: DatedMeeting): Promise<readonly MailBlock[]> {
  const items = await listAgendaItems(scope, meeting.id);
  if (items.length === 0) return [];
  const lines = numberAgenda(items, meeting.finds_date ? null : meeting.starts_at).map(
    ({ item, number, startsAt }): MailAgendaLine => ({
      number,
      title: item.title,
      time: startsAt ? formatTime(startsAt, scope.board.timeZone) : null,
      presenter: (item.presenter_name ?? item.presenter) || null,
      minutes: item.minutes,
    }),
  );
  return [
    { kind: 'heading', text: 'Agenda' },
    { kind: 'agenda', lines },
  ];
}

/** The calendar file that goes with a message; its SEQUENCE and STATUS are the meeting's. */
export function calendarAttachment(
  scope: BoardJobScope,
  context: Context,
  { meeting, links }: MailDetails,
): MailAttachment {
  const host = new URL(context.config.appUrl).hostname;
  return {
    filename: 'meeting.ics',
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: calendarFile({
      meeting: canReadByLink(scope) ? meeting : { ...meeting, description: '' },
      timeZone: scope.board.timeZone,
      baseUrl: links.base,
      host,
      now: scope.now,
    }),
  };
}
