import { addAgendaItem, deleteAgendaItem, moveAgendaItem, updateAgendaItem } from '../../../contract/agenda.ts';
import type { Config } from '../../config.ts';
import type { BoardScope } from '../../db/board-scope.ts';
import { authorize } from '../../errors.ts';
import { implement, type Route } from '../../http/implement.ts';
import { listDocumentsOfMeeting } from '../documents/queries.ts';
import { refuseClosed } from '../meetings/closing.ts';
import { canEditMeeting } from '../meetings/policy.ts';
import { presentAgendaItem } from '../meetings/present.ts';
import { findOwnInvitee, loadMeeting, type MeetingRow } from '../meetings/queries.ts';
import * as commands from './commands.ts';
import { loadAgendaItem } from './queries.ts';

export const agendaRoutes: readonly Route[] = [
  implement(addAgendaItem, async ({ scope, context, params, body }) => {
    const meeting = await loadMeeting(scope, params.id, { lock: 'update' });
    authorizeEdit(scope, context.config, meeting);
    const item = await commands.addAgendaItem(scope, meeting, body);
    return { agenda_item: presentAgendaItem(item, [], { lastVisit: null }) };
  }),

  implement(updateAgendaItem, async ({ scope, context, params, body }) => {
    const loaded = await loadAgendaItem(scope, params.id);
    authorizeEdit(scope, context.config, loaded.meeting);
    const item = await commands.updateAgendaItem(scope, loaded, body);
    const documents = await listDocumentsOfMeeting(scope, loaded.meeting.id);
    const own = await findOwnInvitee(scope, loaded.meeting.id);
    const held = documents.filter((document) => document.agenda_item_id === item.id);
    return { agenda_item: presentAgendaItem(item, held, { lastVisit: own?.previous_visited_at ?? null }) };
  }),

  implement(moveAgendaItem, async ({ scope, context, params, body }) => {
    const loaded = await loadAgendaItem(scope, params.id);
    authorizeEdit(scope, context.config, loaded.meeting);
    return { agenda_item_ids: [...(await commands.moveAgendaItem(scope, loaded, body.before_id))] };
  }),

  implement(deleteAgendaItem, async ({ scope, context, params }) => {
    const loaded = await loadAgendaItem(scope, params.id);
    authorizeEdit(scope, context.config, loaded.meeting);
    await commands.deleteAgendaItem(scope, loaded);
    return {};
  }),
];

function authorizeEdit(scope: BoardScope, config: Config, meeting: MeetingRow): void {
  authorize(canEditMeeting(scope));
  refuseClosed(scope, config, meeting);
}
