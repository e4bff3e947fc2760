import { minutesBetween } from '#domain/agenda.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import { deleteRow, insertRow } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invalid, refuseBeyond } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { createMeeting } from '#server/features/homes/meetings/commands.ts';
import { listAgendaItems, type MeetingRow } from '#server/features/homes/meetings/meeting/queries.ts';
import { plainMeeting } from '#server/features/homes/meetings/queries.ts';
import { createAudience } from '#server/features/members/audience/commands.ts';
import { readAudience } from '#server/features/members/audience/queries.ts';
import { listTemplateNames, type TemplateRow, templatesMax } from './queries.ts';

export async function saveTemplate(scope: BoardScope, meeting: MeetingRow, name: string): Promise<void> {
  const names = await listTemplateNames(scope);
  refuseBeyond({ present: names.length, most: templatesMax }, meetingMessages.tooManyTemplates);
  if (names.includes(name)) throw invalid({ name: meetingMessages.templateExists });
  const items = await listAgendaItems(scope, meeting.id, scope);
  const { starts_at: start, ends_at: end } = meeting;
  await insertRow(scope, 'meeting_templates', {
    name,
    type: meeting.type,
    length_minutes: start === null || end === null ? plainMeeting.length_minutes : minutesBetween(start, end),
    location: meeting.location,
    join_url: meeting.join_url,
    audience_id: await createAudience(scope, await readAudience(scope, meeting.audience_id)),
    agenda_items: JSON.stringify(
      items
        .filter(({ kind, withheld }) => kind !== 'minutes' && withheld === null)
        .map(({ id, title, description, depth, purpose, presenter, presenter_id, minutes, kind }) => ({
          title,
          description,
          depth,
          purpose,
          presenter,
          presenter_id,
          minutes,
          kind,
          copied_from: id,
        })),
    ),
  });
  await audit(scope, 'meeting-template.saved', { kind: 'meeting', id: meeting.id });
}

export async function deleteTemplate(scope: BoardScope, template: TemplateRow): Promise<void> {
  await deleteRow(scope, 'meeting_templates', template.id);
  await deleteRow(scope, 'audiences', template.audience_id);
  await audit(scope, 'meeting-template.deleted', { kind: 'board', id: scope.board.id });
}

export async function planMeetings(scope: BoardScope, template: TemplateRow, starts: readonly string[]): Promise<void> {
  const { name, type, length_minutes: minutes, location, join_url, agenda_items, audience } = template;
  for (const start of starts) {
    const end = new Date(Date.parse(start) + minutes * 60_000).toISOString();
    const fields = { title: name, type, start, end, date_options: null, location, join_url, description: '' };
    await createMeeting(scope, { ...fields, agenda_items: [...agenda_items], audience });
  }
}
