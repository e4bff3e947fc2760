import { agendaEndsAt, placeAgenda } from '../../../domain/agenda.ts';
import { formatHeadingDate, formatTime, formatTimeRange } from '../../../domain/dates.ts';
import { calendarMessages } from '../../../domain/messages.ts';
import { rsvpOptions } from '../../../domain/rsvp.ts';
import type { Context } from '../../context.ts';
import type { BoardJobScope } from '../../db/board-scope.ts';
import type { MailAgendaLine, MailBlock, MailFact } from '../../integrations/mail/blocks.ts';
import { baseUrlOf } from '../boards/addresses.ts';
import { calendarFile } from '../calendar/calendar-file.ts';
import { meetingUid } from '../magic/magic-uid.ts';
import type { MailKind } from '../mail/kinds.ts';
import { findMeeting, listAgendaItems, type MeetingRow } from './queries.ts';

export const meetingPublishedMail = 'meeting-published';

/** Tells an active member of a published meeting. It holds the member's own links (product.md, section 6). */
const published: MailKind = {
  kind: meetingPublishedMail,
  async write(scope, context, job) {
    const meeting = await findMeeting(scope, job.subjectId);
    if (meeting?.state !== 'published') return null;
    const recipient = await findRecipient(scope, { meetingId: meeting.id, memberId: job.memberId });
    if (!recipient) return null;
    const { board } = scope;
    const base = baseUrlOf(context.config, board.shortname);
    const uid = meetingUid(context.secrets, {
      memberId: job.memberId,
      meetingId: meeting.id,
      generation: recipient.generation,
    });
    const date = formatHeadingDate(meeting.starts_at, board.timeZone);
    return {
      to: { name: `${recipient.first_name} ${recipient.last_name}`, address: recipient.email },
      subject: `${meeting.title}, ${date}`,
      preheader: `You are invited: ${formatTimeRange(meeting.starts_at, meeting.ends_at, board.timeZone)}.`,
      heading: meeting.title,
      blocks: [
        { kind: 'facts', rows: factsOf(meeting, board.timeZone) },
        {
          kind: 'buttons',
          label: 'Will you attend?',
          buttons: rsvpOptions(meeting.type).map(({ label, letter }) => ({
            label,
            href: `${base}/attendance/${uid}/${letter}`,
            tone: 'secondary',
          })),
        },
        ...(meeting.description ? [{ kind: 'paragraph', text: meeting.description } as const] : []),
        ...(await agendaBlocks(scope, meeting)),
        {
          kind: 'buttons',
          label: null,
          buttons: [{ label: calendarMessages.viewMeeting, href: `${base}/meeting/${uid}`, tone: 'primary' }],
        },
        { kind: 'note', text: 'The links in this message are yours alone. Please do not pass them on.' },
      ],
      footer: `You get this message because you are a member of ${board.title}.`,
      attachments: [
        {
          filename: 'meeting.ics',
          contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
          content: icsOf({ scope, context, meeting, base }),
        },
      ],
      threadId: `meeting-${meeting.id}`,
    };
  },
};

/** Null once the member is no longer active or no longer invited. */
async function findRecipient(scope: BoardJobScope, of: { readonly meetingId: string; readonly memberId: string }) {
  const row = await scope.tx
    .selectFrom('magic_links as link')
    .innerJoin('members as member', (join) =>
      join.onRef('member.board_id', '=', 'link.board_id').onRef('member.id', '=', 'link.member_id'),
    )
    .innerJoin('users as account', 'account.id', 'member.user_id')
    .select(['account.email', 'account.first_name', 'account.last_name', 'link.generation'])
    .where('link.board_id', '=', scope.board.id)
    .where('link.meeting_id', '=', of.meetingId)
    .where('link.member_id', '=', of.memberId)
    .where('member.status', '=', 'active')
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

function factsOf(meeting: MeetingRow, timeZone: string): readonly MailFact[] {
  const { starts_at: start, ends_at: end, location, join_url: joinUrl } = meeting;
  return [
    { label: 'When', value: `${formatHeadingDate(start, timeZone)}\n${formatTimeRange(start, end, timeZone)}` },
    ...(location ? [{ label: 'Where', value: location }] : []),
    ...(joinUrl ? [{ label: 'Join', value: [{ text: joinUrl, href: joinUrl }] }] : []),
  ];
}

async function agendaBlocks(scope: BoardJobScope, meeting: MeetingRow): Promise<readonly MailBlock[]> {
  const items = await listAgendaItems(scope, meeting.id);
  if (items.length === 0) return [];
  const entries = items.map((item) => ({ ...item, depth: 0 }));
  const hasTimes = +agendaEndsAt(entries, meeting.starts_at) > +meeting.starts_at;
  const lines = placeAgenda(entries, meeting.starts_at).map(
    ({ item, number, startsAt }): MailAgendaLine => ({
      number,
      title: item.title,
      time: hasTimes && startsAt ? formatTime(startsAt, scope.board.timeZone) : null,
      presenter: item.presenter || null,
      minutes: item.minutes,
    }),
  );
  return [
    { kind: 'heading', text: 'Agenda' },
    { kind: 'agenda', lines },
  ];
}

function icsOf(given: {
  readonly scope: BoardJobScope;
  readonly context: Context;
  readonly meeting: MeetingRow;
  readonly base: string;
}): string {
  const { scope, context, meeting, base } = given;
  const host = new URL(context.config.appUrl).hostname;
  return calendarFile({ meeting, timeZone: scope.board.timeZone, baseUrl: base, host, now: scope.now });
}

export const meetingMailKinds: readonly MailKind[] = [published];
