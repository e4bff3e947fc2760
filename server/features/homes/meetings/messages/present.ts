import { numberAgenda } from '#domain/agenda.ts';
import { formatHeadingDate, formatTime, formatTimeRange, type Zone } from '#domain/dates.ts';
import type { MeetingChange } from '#domain/meeting-changes.ts';
import { calendarMessages, meetingMessages } from '#domain/messages/meetings.ts';
import { rsvpOptions } from '#domain/rsvp.ts';
import { counted } from '#domain/text.ts';
import type { Context } from '#server/context.ts';
import type { MailContent } from '#server/features/core/mail/ports.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { calendarBoard } from '#server/features/homes/meetings/meeting/calendar.ts';
import type { AgendaItemRow, DatedMeeting, MeetingRow } from '#server/features/homes/meetings/meeting/queries.ts';
import { calendarFile, calendarFileType } from '#server/integrations/calendar/calendar-file.ts';
import {
  facts,
  type MailAgendaLine,
  type MailBlock,
  type MailFact,
  note,
  openButton,
  paragraph,
} from '#server/integrations/mail/blocks.ts';
import type { MailAttachment } from '#server/integrations/mail/message.ts';
import type { InvitationContent, MailDetails, MailLinks, MessageScope } from './queries.ts';

export const aboutMeeting = (
  scope: MessageScope,
  { to, meeting }: Pick<MailDetails, 'to' | 'meeting'>,
): Pick<MailContent, 'to' | 'heading' | 'footer' | 'threadId'> => ({
  to,
  heading: meeting.title,
  footer: `You are receiving this message because you are a member of ${scope.board.title}.`,
  threadId: `meeting-${meeting.id}`,
});

export function meetingMail(
  scope: MessageScope,
  details: MailDetails,
  content: Pick<MailContent, 'preheader' | 'blocks' | 'attachments'> & { readonly what: string },
): MailContent {
  const { what, ...rest } = content;
  return { ...aboutMeeting(scope, details), subject: `${what}: ${details.meeting.title}, ${details.date}`, ...rest };
}

export const strong = (text: string): MailBlock => paragraph([{ text, weight: 'strong' }]);

const headings: Readonly<Record<MeetingChange['kind'], string>> = {
  details: 'Details',
  agenda: 'Agenda',
  documents: 'Documents',
};

const namedChanges = (scope: MessageScope, changes: readonly MeetingChange[]): readonly MeetingChange[] =>
  canReadByLink(scope) ? changes : changes.filter((change) => change.kind === 'details');

const unnamedWords = 'The agenda or documents have changed. Log in to see them.';

export function changeBlocks(
  scope: MessageScope,
  { links }: MailDetails,
  changes: readonly MeetingChange[],
): readonly MailBlock[] {
  const named = namedChanges(scope, changes);
  const listed = (['details', 'agenda', 'documents'] as const).flatMap((kind) => {
    const items = named
      .filter((change) => change.kind === kind)
      .map(({ text, opens }) => (opens === undefined ? text : [{ text, href: documentAddress(links, opens) }]));
    if (items.length === 0) return [];
    return [{ kind: 'heading', text: headings[kind] } as const, { kind: 'list', start: null, items } as const];
  });
  return named.length === changes.length ? listed : [...listed, paragraph(unnamedWords)];
}

export const noteBlocks = (note: string): readonly MailBlock[] => (note === '' ? [] : [paragraph(note)]);

export function changeSummary(scope: MessageScope, changes: readonly MeetingChange[]): string {
  const named = namedChanges(scope, changes);
  return [...named.map((change) => change.text), ...(named.length === changes.length ? [] : [unnamedWords])]
    .join('. ')
    .slice(0, 200);
}

export const meetingAddress = ({ base, board, meetingId, uid }: MailLinks): string =>
  uid === null ? `${base}/meetings/${meetingId}?board=${board}` : `${base}/meeting/${uid}`;

export function documentAddress(links: MailLinks, documentId: string): string {
  const address = new URL(meetingAddress(links));
  address.searchParams.set('document', documentId);
  return address.href;
}

export function replyButtons(meeting: Pick<MeetingRow, 'type'>, links: MailLinks): readonly MailBlock[] {
  const { base, uid, isPreview } = links;
  if (uid === null && !isPreview) return [];
  return [
    {
      kind: 'buttons',
      label: 'Will you attend?',
      buttons: rsvpOptions(meeting.type).map(({ label, letter }) => ({
        label,
        href: uid === null ? meetingAddress(links) : `${base}/attendance/${uid}/${letter}`,
        tone: 'secondary',
      })),
    },
  ];
}

export const viewBlocks = (links: MailLinks): readonly MailBlock[] => [
  openButton(calendarMessages.viewMeeting, meetingAddress(links)),
  linksNote(links),
];

export const linksNote = ({ uid, isPreview }: MailLinks): MailBlock =>
  note(isPreview ? meetingMessages.previewNote : uid === null ? logInWords : ownLinksWords);

const logInWords = 'Log in to see the meeting and to reply.';
const ownLinksWords = 'The links in this message are only for you. Please do not share them.';

export function invitationMail(
  scope: MessageScope,
  context: Context,
  given: { readonly details: MailDetails; readonly content: InvitationContent },
): MailContent {
  const { details, content } = given;
  const { meeting, date, times } = details;
  return {
    ...aboutMeeting(scope, details),
    subject: `${meeting.title}, ${date}`,
    preheader: `You are invited: ${times}.`,
    blocks: [...noteBlocks(content.note), ...invitationBlocks(scope, details, content)],
    attachments: [calendarAttachment(scope, context, details)],
  };
}

/** Mentions only the number of papers, because some boards show titles only to signed-in members. */
export const paperFacts = (count: number): readonly MailFact[] =>
  count === 0 ? [] : [{ label: 'Papers', value: `${counted(count, 'paper')} to read` }];

export function invitationBlocks(
  scope: MessageScope,
  { meeting, links }: MailDetails,
  { items, paperCount }: InvitationContent,
): readonly MailBlock[] {
  return [
    facts([...factsOf(meeting, scope.board.dates), ...paperFacts(paperCount)]),
    ...replyButtons(meeting, links),
    ...contentBlocks(scope, meeting, items),
    ...viewBlocks(links),
  ];
}

export function contentBlocks(
  scope: MessageScope,
  meeting: DatedMeeting,
  agenda: readonly AgendaItemRow[],
): readonly MailBlock[] {
  if (!canReadByLink(scope)) return [];
  return [...(meeting.description ? [paragraph(meeting.description)] : []), ...agendaBlocks(scope, meeting, agenda)];
}

export function factsOf(meeting: DatedMeeting, timeZone: Zone): readonly MailFact[] {
  const { starts_at: start, ends_at: end, location, join_url: joinUrl } = meeting;
  return [
    { label: 'When', value: `${formatHeadingDate(start, timeZone)}\n${formatTimeRange(start, end, timeZone)}` },
    ...(location ? [{ label: 'Where', value: location }] : []),
    ...(joinUrl ? [{ label: 'Join', value: [{ text: joinUrl, href: joinUrl }] }] : []),
  ];
}

function agendaBlocks(
  scope: MessageScope,
  meeting: DatedMeeting,
  items: readonly AgendaItemRow[],
): readonly MailBlock[] {
  if (items.length === 0) return [];
  const lines = numberAgenda(items, meeting.finds_date ? null : meeting.starts_at).map(
    ({ item, number, startsAt }): MailAgendaLine => ({
      number,
      title: item.title,
      time: startsAt ? formatTime(startsAt, scope.board.dates) : null,
      presenter: (item.presenter_name ?? item.presenter) || null,
      minutes: item.minutes,
    }),
  );
  return [
    { kind: 'heading', text: 'Agenda' },
    { kind: 'agenda', lines },
  ];
}

export function calendarAttachment(scope: MessageScope, context: Context, { meeting }: MailDetails): MailAttachment {
  return {
    filename: 'meeting.ics',
    contentType: calendarFileType(meeting),
    content: calendarFile({
      ...calendarBoard(scope.board, context.config),
      meeting: canReadByLink(scope) ? meeting : { ...meeting, description: '' },
      now: scope.now,
    }),
    cancelsEvent: meeting.state === 'cancelled',
  };
}
