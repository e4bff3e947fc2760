import { createMeeting, getMeeting, type Meeting, setMeetingAudience, updateMeeting } from '#contract/meetings.ts';
import { counted } from '#domain/text.ts';
import { CallError, call } from '#web/api/call.ts';
import { changedFields } from '#web/api/use-contract-form.ts';
import { focusAgendaItem } from '#web/features/homes/meetings/agenda/agenda-acts.ts';
import { type AgendaDraft, meetingSlot } from '#web/features/homes/meetings/agenda/agenda-draft.ts';
import { type AgendaItemForm, bodyOfItem, savedItem } from '#web/features/homes/meetings/agenda/agenda-item-form.ts';
import { saveAgenda, saveNewItem } from '#web/features/homes/meetings/agenda/save-agenda.ts';
import { waitingSlot } from '#web/features/homes/meetings/agenda/waiting-slot.ts';
import { attachUploads, moveSlot } from '#web/features/papers/documents/uploads/upload-center.ts';
import { createStore } from '#web/store.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { bodyOfForm, type MeetingForm, patchOfForm } from './meeting-form.ts';

export interface SavedMeeting {
  readonly meetingId: string | null;
  readonly form: MeetingForm;
}

/** Each completed step counts as saved even if a later one fails. */
export function createMeetingSaver(
  given: SavedMeeting & { agenda: AgendaDraft; timeZone: string; onCreated: ((id: string) => void) | undefined },
) {
  const { agenda, timeZone, onCreated } = given;
  const saved = createStore<SavedMeeting>({ meetingId: given.meetingId, form: given.form });
  const onAdded = (key: string, id: string): void => attachUploads(key, { kind: 'agenda-item', id });

  const create = async (wanted: MeetingForm): Promise<string> => {
    const items = agenda.items();
    const body = { ...bodyOfForm(wanted, timeZone), agenda_items: items.map(newItemBody) };
    const { meeting } = await call(createMeeting, { body });
    saved.set({ meetingId: meeting.id, form: wanted });
    const created = items.flatMap((item, index) => {
      const answered = meeting.agenda_items[index];
      return answered === undefined ? [] : [savedItem(answered, item.key)];
    });
    const ids = new Map(created.map((item) => [item.key, item.id]));
    agenda.store.set({ ...agenda.store.get(), saved: created, revision: meeting.agenda_revision });
    agenda.setItems(agenda.items().map((item) => ({ ...item, id: item.id ?? ids.get(item.key) ?? null })));
    agenda.receive(meeting);
    for (const [key, id] of ids) onAdded(key, id);
    attachUploads(meetingSlot, { kind: 'meeting', id: meeting.id });
    moveSlot(waitingSlot(null), waitingSlot(meeting.id));
    onCreated?.(meeting.id);
    return meeting.id;
  };

  const seeTexts = async (meetingId: string): Promise<void> => {
    const { title, location, description } = (await call(getMeeting, { params: { id: meetingId } })).meeting;
    saved.set({ meetingId, form: { ...saved.get().form, title, location, description } });
  };

  const update = async (meetingId: string, wanted: MeetingForm): Promise<string | null> => {
    try {
      await saveDetails(meetingId, saved.get().form, wanted, timeZone);
    } catch (error) {
      if (error instanceof CallError && error.status === 422) await seeTexts(meetingId);
      throw error;
    }
    saved.set({ meetingId, form: wanted });
    await saveAgenda({ draft: agenda, meetingId, onAdded });
    const disputed = agenda.store.get().conflicts[0];
    if (disputed !== undefined) focusAgendaItem(disputed.key, 'conflict');
    return disputed === undefined ? meetingId : null;
  };

  return {
    saved,
    save(wanted: MeetingForm): Promise<string | null> {
      const { meetingId } = saved.get();
      return meetingId === null ? create(wanted) : update(meetingId, wanted);
    },
    async saveItem(key: string): Promise<void> {
      const { meetingId } = saved.get();
      if (meetingId !== null) await saveNewItem({ draft: agenda, meetingId, onAdded }, key);
    },
  };
}

const newItemBody = (item: AgendaItemForm) => ({
  ...bodyOfItem(item),
  ...(item.copiedFrom === undefined ? {} : { copied_from: item.copiedFrom }),
});

async function saveDetails(id: string, before: MeetingForm, wanted: MeetingForm, timeZone: string): Promise<void> {
  const patch = patchOfForm(before, wanted, timeZone);
  if (patch !== null) {
    const { meeting } = await call(updateMeeting, { params: { id }, body: patch });
    showAddedDates(meeting, patch.date_options?.length);
  }
  const { audience } = changedFields(before, wanted);
  if (audience) await call(setMeetingAudience, { params: { id }, body: { audience } });
}

function showAddedDates({ date_search: search }: Meeting, sent = Number.POSITIVE_INFINITY): void {
  const added = (search?.options.length ?? 0) - sent;
  if (added > 0)
    showToast(`${counted(added, 'date added by somebody else was', 'dates added by somebody else were')} kept`);
}
