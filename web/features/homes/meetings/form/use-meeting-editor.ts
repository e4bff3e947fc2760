import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { type Resolver, useWatch } from 'react-hook-form';
import type { Meeting } from '#contract/meetings.ts';
import { reportFailure } from '#web/api/general-error.ts';
import { invalidateNouns } from '#web/api/queries.ts';
import type { SchemaForm } from '#web/api/use-checked-form.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { useDraftAutosave, useRestoredDraft } from '#web/features/core/drafts/draft-autosave.ts';
import { focusAgendaItem } from '#web/features/homes/meetings/agenda/agenda-acts.ts';
import {
  type AgendaDraft,
  createAgendaDraft,
  isAgendaChanged,
} from '#web/features/homes/meetings/agenda/agenda-draft.ts';
import { createSaveQueue } from '#web/serial-save.ts';
import { useStore } from '#web/store.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';
import {
  draftFormSchema,
  isSameForm,
  type MeetingDraft,
  type MeetingForm,
  meetingDraft,
  meetingDraftName,
  meetingFormSchema,
} from './meeting-form.ts';
import { createMeetingSaver } from './save-meeting.ts';

type Purpose = 'draft' | 'publish';

export type MeetingEditor = ReturnType<typeof useMeetingEditor>;

interface MeetingEditorOptions {
  readonly meeting: Pick<Meeting, 'id' | 'state' | 'agenda_items' | 'agenda_revision'> | null;
  readonly form: MeetingForm;
  readonly timeZone: string;
  readonly onCreated?: (id: string) => void;
}

export function useMeetingEditor({ meeting, form: opened, timeZone, onCreated }: MeetingEditorOptions) {
  const client = useQueryClient();
  const restored = useRestoredDraft<MeetingDraft>(meetingDraftName(meeting?.id ?? null));
  const [agenda] = useState(() => {
    const draft = createAgendaDraft(meeting);
    if (restored?.agenda) draft.resume(restored.agenda, meeting);
    return draft;
  });
  const [saver] = useState(() =>
    createMeetingSaver({ meetingId: meeting?.id ?? null, form: opened, agenda, timeZone, onCreated }),
  );
  const [queue] = useState(createSaveQueue);
  const saved = useStore(saver.saved);
  const { form, purpose } = useMeetingForm({
    values: { ...opened, ...restored?.fields },
    isDraft: meeting === null || meeting.state === 'draft',
    send: async (wanted) => {
      try {
        return await holding(agenda, () => saver.save(wanted));
      } finally {
        void invalidateNouns(client, ['meetings', 'timeline']);
      }
    },
  });
  const values = useWatch({ control: form.control }) as MeetingForm;
  const isAgendaDirty = useStore(agenda.store, isAgendaChanged);
  const isDirty = isAgendaDirty || !isSameForm(saved.form, values);
  useDraftAutosave(meetingDraftName(saved.meetingId), isDirty, () =>
    meetingDraft(saver.saved.get().form, form.getValues(), agenda.store.get()),
  );

  const check = async (then: Purpose): Promise<boolean> => {
    purpose.current = then;
    const isFormRight = await form.check();
    const wrongItem = agenda.check();
    if (isFormRight && wrongItem !== null) focusAgendaItem(wrongItem, 'title');
    return isFormRight && wrongItem === null;
  };
  const saveForFiles = async (slot: string): Promise<void> => {
    if (saver.saved.get().meetingId === null) {
      if (!(await check(purpose.current)) || (await form.save()) === null) return;
      showToast('Saved as a draft so that you can add documents');
      return;
    }
    const item = agenda.items().find(({ key }) => key === slot);
    if (item === undefined || item.id !== null || agenda.check([slot]) !== null) return;
    await holding(agenda, () => saver.saveItem(slot)).catch((error: unknown) => reportFailure(error));
  };
  const latest = useRef(saveForFiles);
  latest.current = saveForFiles;

  return {
    form,
    values,
    timeZone,
    meetingId: saved.meetingId,
    /** The agenda is in a store, so that typing re-renders one row instead of the whole page. */
    agenda,
    isDirty,
    check,
    /** Returns the meeting's id, or null if the form or a field shows an error. */
    save: (then: Purpose): Promise<string | null> => queue(async () => ((await check(then)) ? form.save() : null)),
    saveForFiles: useCallback((slot: string) => queue(() => latest.current(slot)), [queue]),
  };
}

async function holding<Result>(agenda: AgendaDraft, save: () => Promise<Result>): Promise<Result> {
  agenda.hold();
  try {
    return await save();
  } finally {
    agenda.release();
  }
}

const resolvers: Readonly<Record<Purpose, Resolver<MeetingForm>>> = {
  draft: zodResolver(draftFormSchema) as unknown as Resolver<MeetingForm>,
  publish: zodResolver(meetingFormSchema) as unknown as Resolver<MeetingForm>,
};

interface MeetingFormParts {
  readonly values: MeetingForm;
  readonly isDraft: boolean;
  readonly send: (wanted: MeetingForm) => Promise<string | null>;
}

function useMeetingForm({ values, isDraft, send }: MeetingFormParts) {
  const purpose = useRef<Purpose>(isDraft ? 'draft' : 'publish');
  const form: SchemaForm<MeetingForm, MeetingForm, string | null> = useSchemaForm({
    defaults: values,
    resolver: (...given) => resolvers[purpose.current](...given),
    fieldOf: (name) =>
      name.replace(/^(date_options\.\d+)\.(?:start|end)$/, form.getValues('times_differ') ? '$&' : '$1.date'),
    savesApart: true,
    send: () => send(form.getValues()),
    onFailed: reportFailure,
  });
  return { form, purpose };
}
