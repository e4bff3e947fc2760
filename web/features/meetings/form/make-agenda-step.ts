import { addAgendaItem, deleteAgendaItem, moveAgendaItem, updateAgendaItem } from '../../../../contract/agenda.ts';
import { deleteDocument } from '../../../../contract/documents.ts';
import { getMeeting } from '../../../../contract/meetings.ts';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import type { AgendaStep } from './agenda-steps.ts';
import type { AgendaItemForm } from './meeting-form.ts';

/** Makes one step on the server; `items` are those that it has. Answers the item's id. */
export async function makeAgendaStep(
  step: AgendaStep,
  on: { readonly meetingId: string; readonly items: readonly AgendaItemForm[] },
): Promise<string> {
  const idOf = (key: string): string => on.items.find((item) => item.key === key)?.id ?? key;
  switch (step.kind) {
    case 'add': {
      const { agenda_item: item } = await call(addAgendaItem, { params: { id: on.meetingId }, body: step.body });
      return item.id;
    }
    case 'update':
      await call(updateAgendaItem, { params: { id: step.id }, body: step.body });
      return step.id;
    case 'move': {
      const before_id = step.beforeKey === null ? null : idOf(step.beforeKey);
      await call(moveAgendaItem, { params: { id: idOf(step.key) }, body: { before_id } });
      return idOf(step.key);
    }
    case 'delete':
      await removeWithDocuments(step.id, on.meetingId);
      return step.id;
  }
}

/** An item goes only once it holds no documents; somebody else may have removed it meanwhile, which is as well. */
async function removeWithDocuments(itemId: string, meetingId: string): Promise<void> {
  const { meeting } = await call(getMeeting, { params: { id: meetingId } });
  const item = meeting.agenda_items.find((each) => each.id === itemId);
  if (item === undefined) return;
  for (const document of item.documents) await unlessGone(call(deleteDocument, { params: { id: document.id } }));
  await unlessGone(call(deleteAgendaItem, { params: { id: itemId } }));
}

async function unlessGone(made: Promise<unknown>): Promise<void> {
  try {
    await made;
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 404) throw error;
  }
}
