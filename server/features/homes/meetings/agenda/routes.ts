import { addAgendaItem, deleteAgendaItem, moveAgendaItem, updateAgendaItem } from '#contract/agenda.ts';
import type { AgendaItem } from '#contract/meetings.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize } from '#server/errors.ts';
import { refuseClosed } from '#server/features/homes/meetings/meeting/commands.ts';
import { canEditMeeting } from '#server/features/homes/meetings/meeting/policy.ts';
import { presentAgendaItem } from '#server/features/homes/meetings/meeting/present.ts';
import { findOwnInvitee, type LoadedMeeting, loadMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { lastOpening, selectDocumentsOfMeeting } from '#server/features/papers/documents/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import { findAgendaItem, findUnseenChange, loadAgendaItem, readAgendaRevision } from './queries.ts';

export const agendaRoutes: readonly Route[] = [
  implement(addAgendaItem, async ({ scope, context, params, body }) => {
    const meeting = await loadMeeting(scope, params.id, { lock: 'update' });
    authorizeEdit(scope, context.config, meeting);
    const id = await commands.addAgendaItem(scope, meeting, body);
    const agenda_item = await presentItem(scope, meeting.id, id);
    return { agenda_item, agenda_revision: await readAgendaRevision(scope, meeting.id) };
  }),

  implement(updateAgendaItem, async ({ scope, context, params, body }) => {
    const loaded = await loadAgendaItem(scope, params.id);
    authorizeEdit(scope, context.config, loaded.meeting);
    const conflicts = [...(await commands.updateAgendaItem(scope, loaded, body))];
    const agenda_item = await presentItem(scope, loaded.meeting.id, params.id);
    return { agenda_item, agenda_revision: await readAgendaRevision(scope, loaded.meeting.id), conflicts };
  }),

  implement(moveAgendaItem, async ({ scope, context, params, body }) => {
    const loaded = await loadAgendaItem(scope, params.id, { moves: true });
    authorizeEdit(scope, context.config, loaded.meeting);
    await commands.moveAgendaItem(scope, loaded, body);
    return { agenda_revision: await readAgendaRevision(scope, loaded.meeting.id) };
  }),

  implement(deleteAgendaItem, async ({ scope, context, params, query }) => {
    const loaded = await loadAgendaItem(scope, params.id);
    authorizeEdit(scope, context.config, loaded.meeting);
    const unseen = await findUnseenChange(scope, loaded.item, query);
    if (unseen === null) await commands.deleteAgendaItem(scope, loaded);
    const kept = unseen && { ...unseen, agenda_item: await presentItem(scope, loaded.meeting.id, params.id) };
    return { agenda_revision: await readAgendaRevision(scope, loaded.meeting.id), kept };
  }),
];

function authorizeEdit(scope: BoardScope, config: Config, meeting: LoadedMeeting): void {
  authorize(canEditMeeting(scope, meeting));
  refuseClosed(scope, config, meeting);
}

async function presentItem(scope: BoardScope, meetingId: string, itemId: string): Promise<AgendaItem> {
  const documents = await selectDocumentsOfMeeting(scope, meetingId, scope).select(lastOpening(scope)).execute();
  const own = await findOwnInvitee(scope, meetingId);
  return presentAgendaItem(
    await findAgendaItem(scope, itemId),
    documents.filter((document) => document.agenda_item_id === itemId),
    { lastVisit: own?.previous_visited_at ?? null, seesPeople: canSeePeople(scope) },
  );
}
