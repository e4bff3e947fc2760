import { addAgendaItem, deleteAgendaItem, moveAgendaItem, updateAgendaItem } from '#contract/agenda.ts';
import { getMeeting, type Meeting } from '#contract/meetings.ts';
import { moveAgendaItemTo, removeAgendaItem, settleDepths } from '#domain/agenda-order.ts';
import { call } from '#web/api/call.ts';
import { CallError } from '#web/api/call-error.ts';
import { type AgendaDraft, type ItemConflict, isDisputed } from './agenda-draft.ts';
import {
  type AgendaItemForm,
  bodyOfItem,
  newestRevision,
  type SavedAgendaItem,
  savedItem,
  withFieldOf,
} from './agenda-item-form.ts';
import { type AgendaStep, nextAgendaStep } from './agenda-steps.ts';

interface Saving {
  readonly draft: AgendaDraft;
  readonly meetingId: string;
  readonly onAdded: (key: string, id: string) => void;
}

/** Maximum number of restarts if somebody else removes an item during a save. */
const freshStartsMax = 3;

/** Records every step as soon as it is completed, so that the next save resumes where a failed one stopped. */
export async function saveAgenda(saving: Saving): Promise<void> {
  const { draft } = saving;
  const frozen = draft.items();
  for (let freshStarts = 0; ; freshStarts += 1) {
    try {
      return await makeSteps(saving, frozen);
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 404 || freshStarts === freshStartsMax) throw error;
      const { meeting } = await call(getMeeting, { params: { id: saving.meetingId } });
      receiveNow(draft, meeting);
    }
  }
}

export async function saveNewItem(saving: Saving, key: string): Promise<void> {
  const items = saving.draft.items();
  const { saved } = saving.draft.store.get();
  const index = items.findIndex((item) => item.key === key);
  const item = items[index];
  if (item === undefined) return;
  const before = items.slice(0, index).findLast((each) => saved.some((known) => known.key === each.key));
  const at = saved.findIndex((known) => known.key === before?.key) + 1;
  const step = { kind: 'add', key, before: saved[at]?.key ?? null, body: bodyOfItem(item) } as const;
  await makeStep(saving, step, saved, item);
}

function receiveNow(draft: AgendaDraft, meeting: Meeting): void {
  draft.release();
  draft.receive(meeting);
  draft.hold();
}

async function makeSteps(saving: Saving, frozen: readonly AgendaItemForm[]): Promise<void> {
  const { draft } = saving;
  const asTyped = new Map(frozen.map((item) => [item.key, item]));
  for (;;) {
    const { saved, items, conflicts } = draft.store.get();
    // Ids and order are current, but texts are those from the start of the save.
    const wanted = items
      .filter((item) => asTyped.has(item.key) || saved.some(({ key }) => key === item.key))
      .map((item) => ({ ...(asTyped.get(item.key) ?? item), id: item.id, depth: item.depth }));
    const step = nextAgendaStep(saved, wanted, (key, field) => isDisputed(conflicts, key, field));
    if (step === null) return;
    const wantedItem = wanted.find(({ key }) => key === step.key);
    await makeStep(saving, step, saved, wantedItem);
  }
}

async function makeStep(
  { draft, meetingId, onAdded }: Saving,
  step: AgendaStep,
  saved: readonly SavedAgendaItem[],
  wanted: AgendaItemForm | undefined,
): Promise<void> {
  const idOf = (key: string): string => saved.find((item) => item.key === key)?.id ?? key;
  const note = (next: readonly SavedAgendaItem[], revision: number): void => {
    const state = draft.store.get();
    draft.store.set({ ...state, saved: next, revision: Math.max(state.revision, revision) });
  };
  const beforeId = 'before' in step && step.before !== null ? idOf(step.before) : null;
  switch (step.kind) {
    case 'add': {
      const body = { ...step.body, before_id: beforeId };
      const answer = await call(addAgendaItem, { params: { id: meetingId }, body });
      const at = step.before === null ? saved.length : saved.findIndex(({ key }) => key === step.before);
      const added = savedItem(answer.agenda_item, step.key);
      note(settleDepths(saved.toSpliced(at, 0, added)), answer.agenda_revision);
      const { id } = added;
      draft.setItems(draft.items().map((item) => (item.key === step.key ? { ...item, id } : item)));
      return onAdded(step.key, id);
    }
    case 'update': {
      const answer = await call(updateAgendaItem, { params: { id: idOf(step.key) }, body: step.body });
      const theirs = savedItem(answer.agenda_item, step.key);
      const stale = answer.conflicts.map(({ field }) => field);
      const written = step.fields.filter((field) => !stale.includes(field));
      const next = saved.map((item) => {
        if (item.key !== step.key) return item;
        const learnt = written.reduce((known, field) => withFieldOf(known, field, wanted ?? theirs), item);
        const revisions = Object.fromEntries(written.map((field) => [field, theirs.revisions[field]]));
        return { ...learnt, revisions: { ...item.revisions, ...revisions } };
      });
      note(next, answer.agenda_revision);
      const found = answer.conflicts.map((conflict): ItemConflict => ({ ...conflict, key: step.key, theirs }));
      const state = draft.store.get();
      if (found.length > 0) draft.store.set({ ...state, conflicts: [...state.conflicts, ...found] });
      return;
    }
    case 'move': {
      const body = { before_id: beforeId, depth: step.depth };
      const answer = await call(moveAgendaItem, { params: { id: idOf(step.key) }, body });
      const to = { before: beforeId, depth: step.depth };
      return note(moveAgendaItemTo(saved, idOf(step.key), to), answer.agenda_revision);
    }
    case 'delete': {
      const known = saved.find(({ key }) => key === step.key);
      if (known === undefined) return;
      // The server keeps the item if it has changed since this revision.
      const query = { revision: newestRevision(known), documents: known.documentIds.join() };
      const { agenda_revision: revision, kept } = await call(deleteAgendaItem, { params: { id: known.id }, query });
      if (kept === null) return note(removeAgendaItem(saved, saved.indexOf(known)), revision);
      note(saved, revision);
      const theirs = savedItem(kept.agenda_item, step.key);
      draft.bringBack({ by: kept.by, at: kept.at, document: kept.document, theirs, field: 'item', key: step.key });
      return;
    }
  }
}
