import { limits } from '#contract/fields.ts';
import type { AgendaKind } from '#domain/meeting-minutes.ts';
import { minutesLabels } from '#domain/messages/meeting-minutes.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { type ApprovingMeeting, placeApproval } from '#server/features/deciding/meeting-minutes/approval/commands.ts';
import { listUnapproved } from '#server/features/deciding/meeting-minutes/approval/queries.ts';
import { readMinutes } from '#server/features/deciding/meeting-minutes/base/commands.ts';
import { lockMinutes } from '#server/features/deciding/meeting-minutes/base/queries.ts';
import { lockRoom, readRoom } from '#server/features/deciding/room/base/commands.ts';
import { addAgendaItem } from '#server/features/homes/meetings/agenda/commands.ts';
import { type LoadedMeeting, listAgendaItems, loadMeeting } from '#server/features/homes/meetings/base/queries.ts';
import type { FilledItems } from '#server/features/homes/meetings/ports.ts';

const titles = {
  declarations: minutesLabels.declarations,
  'action-items': minutesLabels.actionItems,
  'written-resolutions': minutesLabels.writtenResolutions,
} as const satisfies Partial<Record<AgendaKind, string>>;

const kinds = ['declarations', 'action-items', 'written-resolutions'] as const;
type Kind = (typeof kinds)[number];

/** Before the others; an item that was typed with the same title becomes it. A board that has not said who votes decides nothing here, and has none. */
export const filledItems: FilledItems = {
  async created(scope, meetingId) {
    const { settings, body } = await readRoom(scope, meetingId);
    if (settings.confirmed_at === null || body === null) return;
    const meeting = await loadMeeting(scope, meetingId, { lock: 'update' });
    const present = await listAgendaItems(scope, meetingId, 'everybody');
    if (present.length + kinds.length > limits.agendaItemsMax) return;
    const beforeId = present[0]?.id ?? null;
    for (const kind of kinds) {
      if (kind === 'written-resolutions' && settings.written_needs === 'off') continue;
      const typed = present.find(({ title }) => title.trim().toLowerCase() === titles[kind].toLowerCase());
      if (typed === undefined) await addFilled(scope, { meeting, beforeId }, kind);
      else await fill(scope, typed.id, kind);
    }
  },

  async publishing(scope, meetingId) {
    const { settings, body } = await readRoom(scope, meetingId);
    if (settings.confirmed_at === null || body === null) return;
    const meeting = await loadMeeting(scope, meetingId, { lock: 'update' });
    const waiting = await listUnapproved(scope, { meetingId, bodyId: body.id, before: meeting.starts_at });
    if (waiting.length === 0) return;
    const on = { meeting, room: await lockRoom(scope, meetingId) };
    for (const id of waiting) await placeUnlessPlaced(scope, on, id);
  },
};

async function fill({ tx, board }: BoardScope, itemId: string, kind: Kind): Promise<void> {
  await tx
    .updateTable('agenda_items')
    .set({ kind })
    .where('board_id', '=', board.id)
    .where('id', '=', itemId)
    .execute();
}

interface Place {
  readonly meeting: LoadedMeeting;
  readonly beforeId: string | null;
}

async function addFilled(scope: BoardScope, { meeting, beforeId }: Place, kind: Kind): Promise<void> {
  await addAgendaItem(scope, meeting, {
    ...{ title: titles[kind], description: '', depth: 0, purpose: null, presenter: '', presenter_id: null },
    ...{ minutes: null, before_id: beforeId, kind: kind },
  });
}

/** Those that an earlier meeting is to approve, or that are decided in writing, are left to it. */
async function placeUnlessPlaced(scope: BoardScope, on: ApprovingMeeting, meetingId: string): Promise<void> {
  if (!(await lockMinutes(scope, meetingId))) return;
  const open = await readMinutes(scope, meetingId);
  if (open === null || open.minutes.state !== 'circulated' || open.minutes.decision !== null) return;
  if (open.page.settings.minutes_approval !== 'next-meeting') return;
  await placeApproval(scope, open, on);
}
