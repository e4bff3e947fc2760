import type { MailPreview, Meeting } from '#contract/meetings.ts';
import { agendaItemCount } from '#domain/agenda.ts';
import { sortPeople } from '#domain/identity.ts';
import { attendanceOpensAt, editsCloseAt } from '#domain/meeting-window.ts';
import type { Reader } from '#server/db/board-scope.ts';
import type { MailContent } from '#server/features/core/mail/ports.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { presentPolls } from '#server/features/papers/polls/present.ts';
import { moreText } from '#server/integrations/mail/block-text.ts';
import { agendaLinesMax, type MailBlock, type MailText, runsOf } from '#server/integrations/mail/blocks.ts';
import { presentDateSearch } from './date-finding/present.ts';
import {
  allowedActions,
  canEditMeeting,
  canPublish,
  canRespond,
  meetingPhase,
  pollHomeFacts,
  type WindowConfig,
} from './meeting/policy.ts';
import { presentAgenda, presentHead, presentInvitee, presentStatus, presentTimes } from './meeting/present.ts';
import type { MeetingRow } from './meeting/queries.ts';
import type { MeetingMore, MeetingPage } from './queries.ts';

export function presentMeeting(
  reader: Reader,
  config: WindowConfig,
  given: { readonly page: MeetingPage; readonly more: MeetingMore; readonly lastVisit?: Date | null },
): Meeting {
  const { page, more } = given;
  const { own, items, documents } = page;
  const phase = meetingPhase(reader, config, page);
  const edit = canEditMeeting(reader, page);
  const seesPeople = canSeePeople(reader);
  const lastVisit = given.lastVisit === undefined ? (own?.previous_visited_at ?? null) : given.lastVisit;
  const isInvited = own !== null;
  const invitees = seesPeople ? sortPeople(page.invitees) : null;
  const pollHome = pollHomeFacts(reader, config, { meeting: page, isInvited });
  return {
    ...presentHead(page),
    ...presentTimes(page),
    date_search: presentDateSearch(reader, {
      meeting: page,
      isInvited,
      invitees,
      options: more?.date_options ?? [],
      answers: more?.date_answers ?? [],
    }),
    polls: presentPolls(reader, pollHome, { polls: more?.polls ?? [], deleted: more?.deleted_polls ?? [] }),
    join_url: page.join_url,
    description: page.description,
    agenda_item_count: agendaItemCount(items),
    document_count: documents.length,
    ...presentAgenda({ items, documents, lastVisit, seesPeople }),
    agenda_revision: page.agenda_revision,
    meeting_status: own ? presentStatus(own) : null,
    invitees: invitees?.map(presentInvitee) ?? null,
    guests: seesPeople ? [...page.guests] : null,
    counts: edit ? (more?.counts ?? null) : null,
    ...presentWindow(config, page),
    is_closed: phase.isClosed,
    has_final_minutes: page.has_final_minutes,
    is_reopened: page.reopened_at !== null,
    previous_id: page.previous_id,
    next_id: page.next_id,
    can: {
      edit,
      edit_agenda: edit && !phase.isClosed,
      publish: canPublish(reader, page),
      respond: canRespond(page, own, { areEditsClosed: phase.isClosed || page.is_adjourned }),
      ...allowedActions(reader, page, phase),
    },
  };
}

function presentWindow(config: WindowConfig, row: Pick<MeetingRow, 'starts_at' | 'ends_at'>) {
  const { starts_at: start, ends_at: end } = row;
  if (start === null || end === null) return { attendance_opens_at: null, closes_at: null };
  return {
    attendance_opens_at: attendanceOpensAt(start, config.attendanceOpensMinutesBefore).toISOString(),
    closes_at: editsCloseAt(end, config.editsCloseMinutesAfter).toISOString(),
  };
}

export const presentPreview = ({ subject, heading, blocks }: MailContent): MailPreview => ({
  subject,
  heading,
  blocks: blocks.flatMap(presentBlock),
});

const words = (text: MailText): string =>
  runsOf(text)
    .map((run) => run.text)
    .join('');

function presentBlock(block: MailBlock): MailPreview['blocks'] {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return [{ kind: block.kind, text: words(block.text) }];
    case 'heading':
      return [{ kind: 'heading', text: block.text }];
    case 'quote':
      return [{ kind: 'paragraph', text: block.text }];
    case 'list':
      return [{ kind: 'list', items: block.items.map(words) }];
    case 'facts':
      return [{ kind: 'facts', rows: block.rows.map(({ label, value }) => ({ label, value: words(value) })) }];
    case 'buttons':
      return [{ kind: 'buttons', label: block.label, buttons: block.buttons.map((button) => button.label) }];
    case 'agenda':
      return [
        {
          kind: 'agenda',
          lines: block.lines.slice(0, agendaLinesMax).map((line) => ({ ...line })),
          more: moreText(block.lines.length)[0] ?? null,
        },
      ];
  }
}
