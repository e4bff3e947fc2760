import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type FieldPath, type Resolver, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { createMeeting, updateMeeting } from '../../../../contract/meetings.ts';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { reportFailure } from '../../../api/general-error.ts';
import { invalidateNouns } from '../../../api/queries.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { placeUploads } from '../../documents/uploads/upload-center.ts';
import { afterStep, agendaSteps } from './agenda-steps.ts';
import { makeAgendaStep } from './make-agenda-step.ts';
import {
  type AgendaItemForm,
  bodyOfForm,
  isSameForm,
  type MeetingForm,
  meetingFormSchema,
  patchOfForm,
} from './meeting-form.ts';
import { useReleased } from './use-released.ts';

/** The spot of documents that belong to the meeting itself, under no item. */
export const meetingSpot = 'meeting';

export interface MeetingEditor {
  readonly form: UseFormReturn<MeetingForm>;
  readonly values: MeetingForm;
  readonly timeZone: string;
  /** Null until the draft exists. */
  readonly meetingId: string | null;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly setItems: (items: readonly AgendaItemForm[]) => void;
  /** The meeting's id once everything is saved. Null: fields are marked, or the general error tells why; nothing typed is lost. */
  readonly save: () => Promise<string | null>;
  /** Makes sure that files dropped on a spot have a place to go, as far as the form allows it by now. */
  readonly makePlace: (spot: string) => Promise<void>;
}

interface Saved {
  readonly meetingId: string | null;
  readonly form: MeetingForm;
}

const fieldErrors = zodResolver(meetingFormSchema) as unknown as Resolver<MeetingForm>;

/** Holds a meeting as it is being written, new or existing, and saves what has changed. */
export function useMeetingEditor(given: {
  readonly meetingId: string | null;
  readonly form: MeetingForm;
  readonly timeZone: string;
}): MeetingEditor {
  const { timeZone } = given;
  const client = useQueryClient();
  const [saved, setSaved] = useState<Saved>({ meetingId: given.meetingId, form: given.form });
  const [isSaving, setSaving] = useState(false);
  // What is saved, for the save that runs: state would be that of the last drawing.
  const known = useRef(saved);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const pointerReleased = useReleased();
  const form = useForm<MeetingForm>({
    defaultValues: given.form,
    resolver: async (...given) => {
      await pointerReleased();
      return fieldErrors(...given);
    },
    mode: 'onTouched',
  });
  const values = useWatch({ control: form.control }) as MeetingForm;

  const note = (next: Saved): void => {
    known.current = next;
    setSaved(next);
  };
  const setItems = (items: readonly AgendaItemForm[]): void =>
    form.setValue('items', [...items], { shouldTouch: true, shouldValidate: form.formState.isSubmitted });

  /** One save after the other: each begins from what the one before has left. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = running.current.then(work, work);
    running.current = turn;
    return turn;
  };

  const takeIds = (ids: ReadonlyMap<string, string>): void => {
    const items = form.getValues('items').map((item) => ({ ...item, id: item.id ?? ids.get(item.key) ?? null }));
    form.setValue('items', items);
    for (const [key, id] of ids) placeUploads(key, { kind: 'agenda-item', id });
  };

  const create = async (wanted: MeetingForm): Promise<string> => {
    const { meeting } = await call(createMeeting, { body: bodyOfForm(wanted, timeZone) });
    const ids = new Map(wanted.items.map((item, index) => [item.key, meeting.agenda_items[index]?.id ?? '']));
    const items = wanted.items.map((item) => ({ ...item, id: ids.get(item.key) ?? null }));
    note({ meetingId: meeting.id, form: { ...wanted, items } });
    takeIds(ids);
    placeUploads(meetingSpot, { kind: 'meeting', id: meeting.id });
    return meeting.id;
  };

  const update = async (meetingId: string, wanted: MeetingForm): Promise<string> => {
    const patch = patchOfForm(known.current.form, wanted, timeZone);
    if (patch !== null) {
      await call(updateMeeting, { params: { id: meetingId }, body: patch });
      note({ meetingId, form: { ...wanted, items: known.current.form.items } });
    }
    for (const step of agendaSteps(known.current.form.items, wanted.items)) {
      const items = known.current.form.items;
      const id = await makeAgendaStep(step, { meetingId, items });
      note({ meetingId, form: { ...known.current.form, items: afterStep(items, step, wanted.items, id) } });
      if (step.kind === 'add') takeIds(new Map([[step.key, id]]));
    }
    note({ meetingId, form: { ...wanted, items: withIds(wanted.items, known.current.form.items) } });
    return meetingId;
  };

  const send = async (): Promise<string | null> => {
    setSaving(true);
    try {
      const wanted = form.getValues();
      const { meetingId } = known.current;
      return meetingId === null ? await create(wanted) : await update(meetingId, wanted);
    } catch (error) {
      markFields(form, error);
      return null;
    } finally {
      setSaving(false);
      void invalidateNouns(client, ['meetings', 'timeline']);
    }
  };

  const save = (): Promise<string | null> =>
    inTurn(async () => ((await form.trigger(undefined, { shouldFocus: true })) ? send() : null));

  const makePlace = (spot: string): Promise<void> =>
    inTurn(async () => {
      const { meetingId } = known.current;
      if (meetingId === null) {
        if (!(await form.trigger(undefined, { shouldFocus: true }))) return;
        if ((await send()) !== null) showToast('Saved as a draft, so that documents have a place');
        return;
      }
      const items = form.getValues('items');
      const index = items.findIndex((each) => each.key === spot);
      const item = items[index];
      if (item === undefined || item.id !== null || !(await form.trigger(`items.${index}.title`))) return;
      try {
        const step = agendaSteps([], [item])[0];
        if (step === undefined) return;
        const id = await makeAgendaStep(step, { meetingId, items: [] });
        const form_ = known.current.form;
        note({ meetingId, form: { ...form_, items: afterStep(form_.items, step, items, id) } });
        takeIds(new Map([[spot, id]]));
      } catch (error) {
        reportFailure(error);
      }
    });

  return {
    form,
    values,
    timeZone,
    meetingId: saved.meetingId,
    isDirty: !isSameForm(saved.form, values),
    isSaving,
    setItems,
    save,
    makePlace,
  };
}

function withIds(wanted: readonly AgendaItemForm[], kept: readonly AgendaItemForm[]): readonly AgendaItemForm[] {
  const ids = new Map(kept.map((item) => [item.key, item.id]));
  return wanted.map((item) => ({ ...item, id: ids.get(item.key) ?? item.id }));
}

/** 422 marks the fields that it names, by the contract's names; anything else opens the general error modal. */
function markFields(form: UseFormReturn<MeetingForm>, error: unknown): void {
  const fields = error instanceof CallError && error.status === 422 ? Object.entries(error.fields) : [];
  for (const [field, message] of fields) {
    form.setError(field.replace(/^agenda_items\b/, 'items') as FieldPath<MeetingForm>, { message });
  }
  if (fields.length === 0) reportFailure(error);
}
