import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type FieldPath, type Resolver, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { createMeeting, type Meeting, setMeetingAudience, updateMeeting } from '#contract/meetings.ts';
import { counted } from '#domain/text.ts';
import { call } from '#web/api/call.ts';
import { CallError } from '#web/api/call-error.ts';
import { reportFailure } from '#web/api/general-error.ts';
import { invalidateNouns } from '#web/api/queries.ts';
import { checkForm } from '#web/api/use-contract-form.ts';
import { useDraftAutosave, useRestoredDraft } from '#web/features/core/drafts/draft-autosave.ts';
import { focusAgendaItem } from '#web/features/homes/meetings/agenda/agenda-acts.ts';
import {
  type AgendaDraft,
  type AgendaSnapshot,
  type AgendaState,
  createAgendaDraft,
  isAgendaChanged,
  meetingSlot,
} from '#web/features/homes/meetings/agenda/agenda-draft.ts';
import { bodyOfItem, savedItem } from '#web/features/homes/meetings/agenda/agenda-item-form.ts';
import { saveAgenda, saveNewItem } from '#web/features/homes/meetings/agenda/save-agenda.ts';
import { attachUploads } from '#web/features/papers/documents/uploads/upload-center.ts';
import { paths } from '#web/paths.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';
import {
  bodyOfForm,
  draftFormSchema,
  isSameForm,
  type MeetingForm,
  meetingFormSchema,
  patchOfForm,
} from './meeting-form.ts';

/** A draft may lack what publishing needs. */
type Purpose = 'draft' | 'publish';

export interface MeetingEditor {
  readonly form: UseFormReturn<MeetingForm>;
  readonly values: MeetingForm;
  readonly timeZone: string;
  /** Null until the draft exists. */
  readonly meetingId: string | null;
  /** The agenda, held apart, so that a key typed there draws one row and not the page. */
  readonly agenda: AgendaDraft;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** The meeting's id once everything is saved. Null: fields are marked, or the general error tells why; nothing typed is lost. */
  readonly save: (then: Purpose) => Promise<string | null>;
  /** Marks what cannot be saved, and goes to the first of it. Answers whether there is nothing such. */
  readonly check: (then: Purpose) => Promise<boolean>;
  /** Makes sure that files dropped on a spot have a place to go, as far as the form allows it by now. */
  readonly makePlace: (spot: string) => Promise<void>;
}

interface Saved {
  readonly meetingId: string | null;
  readonly form: MeetingForm;
}

const fieldErrors: Readonly<Record<Purpose, Resolver<MeetingForm>>> = {
  draft: zodResolver(draftFormSchema) as unknown as Resolver<MeetingForm>,
  publish: zodResolver(meetingFormSchema) as unknown as Resolver<MeetingForm>,
};

/** Holds a meeting as it is being written, new or existing, and saves what has changed. */
export function useMeetingEditor(given: {
  readonly meeting: Pick<Meeting, 'id' | 'state' | 'agenda_items' | 'agenda_revision'> | null;
  readonly form: MeetingForm;
  readonly timeZone: string;
}): MeetingEditor {
  const { timeZone } = given;
  const client = useQueryClient();
  const [saved, setSaved] = useState<Saved>({ meetingId: given.meeting?.id ?? null, form: given.form });
  const returned = useRestoredDraft<MeetingDraft>(meetingDraftName(given.meeting?.id ?? null));
  const [agenda] = useState(() => {
    const draft = createAgendaDraft(given.meeting);
    if (returned?.agenda) draft.resume(returned.agenda, given.meeting);
    return draft;
  });
  const [isSaving, setSaving] = useState(false);
  // What is saved, for the save that runs: state would be that of the last drawing.
  const known = useRef(saved);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const purpose = useRef<Purpose>(given.meeting === null || given.meeting.state === 'draft' ? 'draft' : 'publish');
  const pointerReleased = useNavigationReleased();
  const form = useForm<MeetingForm>({
    defaultValues: { ...given.form, ...returned?.fields },
    resolver: async (...given) => {
      await pointerReleased();
      return fieldErrors[purpose.current](...given);
    },
    mode: 'onTouched',
  });
  const values = useWatch({ control: form.control }) as MeetingForm;
  const isAgendaDirty = useSyncExternalStore(agenda.store.subscribe, () => isAgendaChanged(agenda.store.get()));

  const isDirty = isAgendaDirty || !isSameForm(saved.form, values);
  useDraftAutosave(meetingDraftName(saved.meetingId), isDirty, () =>
    meetingDraft(known.current.form, form.getValues(), agenda.store.get()),
  );

  const note = (next: Saved): void => {
    known.current = next;
    setSaved(next);
  };

  /** One save after the other: each begins from what the one before has left. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = running.current.then(work, work);
    running.current = turn;
    return turn;
  };

  const onAdded = (key: string, id: string): void => attachUploads(key, { kind: 'agenda-item', id });

  const create = async (wanted: MeetingForm): Promise<string> => {
    const items = agenda.items();
    const body = { ...bodyOfForm(wanted, timeZone), agenda_items: items.map(bodyOfItem) };
    const { meeting } = await call(createMeeting, { body });
    note({ meetingId: meeting.id, form: wanted });
    const made = items.flatMap((item, index) => {
      const answered = meeting.agenda_items[index];
      return answered === undefined ? [] : [savedItem(answered, item.key)];
    });
    const ids = new Map(made.map((item) => [item.key, item.id]));
    agenda.store.set({ ...agenda.store.get(), saved: made, revision: meeting.agenda_revision });
    agenda.setItems(agenda.items().map((item) => ({ ...item, id: item.id ?? ids.get(item.key) ?? null })));
    for (const [key, id] of ids) onAdded(key, id);
    attachUploads(meetingSlot, { kind: 'meeting', id: meeting.id });
    return meeting.id;
  };

  const update = async (meetingId: string, wanted: MeetingForm): Promise<string | null> => {
    const patch = patchOfForm(known.current.form, wanted, timeZone);
    if (patch !== null) {
      const { meeting } = await call(updateMeeting, { params: { id: meetingId }, body: patch });
      const more =
        (meeting.date_search?.options.length ?? 0) - (patch.date_options?.length ?? Number.POSITIVE_INFINITY);
      if (more > 0) showToast(`Somebody else has added ${counted(more, 'date')} meanwhile, kept as well`);
    }
    const { audience } = wanted;
    if (audience !== null && JSON.stringify(audience) !== JSON.stringify(known.current.form.audience)) {
      await call(setMeetingAudience, { params: { id: meetingId }, body: { audience } });
    }
    note({ meetingId, form: wanted });
    await saveAgenda({ draft: agenda, meetingId, onAdded });
    const disputed = agenda.store.get().conflicts[0];
    if (disputed !== undefined) focusAgendaItem(disputed.key, 'conflict');
    return disputed === undefined ? meetingId : null;
  };

  const send = async (): Promise<string | null> => {
    setSaving(true);
    agenda.hold();
    try {
      const wanted = form.getValues();
      const { meetingId } = known.current;
      return meetingId === null ? await create(wanted) : await update(meetingId, wanted);
    } catch (error) {
      markFields(form, error);
      return null;
    } finally {
      setSaving(false);
      agenda.release();
      void invalidateNouns(client, ['meetings', 'timeline']);
    }
  };

  const check = async (then: Purpose = purpose.current): Promise<boolean> => {
    purpose.current = then;
    const isRight = await checkForm(form);
    const wrong = agenda.check();
    if (isRight && wrong !== null) focusAgendaItem(wrong, 'title');
    return isRight && wrong === null;
  };

  const save = (then: Purpose): Promise<string | null> => inTurn(async () => ((await check(then)) ? send() : null));

  const place = (spot: string): Promise<void> =>
    inTurn(async () => {
      const { meetingId } = known.current;
      if (meetingId === null) {
        if (!(await check())) return;
        if ((await send()) !== null) showToast('Saved as a draft, so that documents have a place');
        return;
      }
      const item = agenda.items().find(({ key }) => key === spot);
      if (item === undefined || item.id !== null || agenda.check([spot]) !== null) return;
      agenda.hold();
      try {
        await saveNewItem({ draft: agenda, meetingId, onAdded }, spot);
      } catch (error) {
        reportFailure(error);
      } finally {
        agenda.release();
      }
    });

  // One function for as long as the page stands, so that the agenda is drawn for its own sake alone.
  const latestPlace = useRef(place);
  latestPlace.current = place;
  const makePlace = useCallback((spot: string): Promise<void> => latestPlace.current(spot), []);

  return {
    form,
    values,
    timeZone,
    meetingId: saved.meetingId,
    agenda,
    isDirty,
    isSaving,
    save,
    check,
    makePlace,
  };
}

/** 422 marks the fields that it names, by the contract's names; anything else opens the general error modal. */
function markFields(form: UseFormReturn<MeetingForm>, error: unknown): void {
  const fields = error instanceof CallError && error.status === 422 ? Object.entries(error.fields) : [];
  for (const [field, message] of fields) {
    form.setError(field as FieldPath<MeetingForm>, { message });
  }
  if (fields.length === 0) reportFailure(error);
}

/**
 * Waits until a pressed pointer is let go and its click is done. Leaving a field by pressing a button may put a message
 * under the field; coming before the release, it would move the button away from under the pointer, and the press
 * would be lost.
 */
export function useNavigationReleased(): () => Promise<void> {
  const held = useRef<Promise<void> | null>(null);
  // An effect, because the pointer may go down anywhere on the page.
  useEffect(() => {
    const stop = new AbortController();
    const hold = (): void => {
      const mine = released(stop.signal).then(() => {
        if (held.current === mine) held.current = null;
      });
      held.current = mine;
    };
    document.addEventListener('pointerdown', hold, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
  return useCallback(() => held.current ?? Promise.resolve(), []);
}

function released(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // The click follows the release within the same task.
    const release = (): void => void setTimeout(resolve);
    for (const type of ['pointerup', 'pointercancel'])
      document.addEventListener(type, release, { capture: true, once: true, signal });
    signal.addEventListener('abort', release, { once: true });
  });
}

/** What is kept of a meeting's form when its session ends: what differs from what is saved. */
export interface MeetingDraft {
  readonly fields: Partial<MeetingForm>;
  /** Null: nothing was changed there. */
  readonly agenda: AgendaSnapshot | null;
}

export const meetingDraftName = (meetingId: string | null): string =>
  meetingId === null ? paths.meetingCreate() : paths.meeting(meetingId);

/** The fields alone that were typed in: what others make of the rest meanwhile stays theirs. */
export function meetingDraft(saved: MeetingForm, typed: MeetingForm, agenda: AgendaState): MeetingDraft {
  const names = Object.keys(typed) as (keyof MeetingForm)[];
  const changed = names.filter((name) => JSON.stringify(saved[name]) !== JSON.stringify(typed[name]));
  const { errors, ...kept } = agenda;
  return {
    fields: Object.fromEntries(changed.map((name) => [name, typed[name]])),
    agenda: isAgendaChanged(agenda) ? kept : null,
  };
}
