import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import {
  type Announcement,
  announcementTitle,
  createAnnouncement,
  updateAnnouncement,
} from '#contract/announcements.ts';
import { type Audience, audienceInput } from '#contract/audience.ts';
import { announcementMessages } from '#domain/messages/announcements.ts';
import { validationMessages } from '#domain/messages/general.ts';
import {
  emptyRichText,
  isEmptyRichText,
  type RichText,
  richTextCharactersMax,
  richTextToPlainText,
} from '#domain/rich-text.ts';
import { call } from '#web/api/call.ts';
import { CallError } from '#web/api/call-error.ts';
import { reportFailure } from '#web/api/general-error.ts';
import { invalidateNouns } from '#web/api/queries.ts';
import { checkForm, showFieldErrors } from '#web/api/use-contract-form.ts';
import { useDraftAutosave, useRestoredDraft } from '#web/features/core/drafts/draft-autosave.ts';
import { attachUploads } from '#web/features/papers/documents/uploads/upload-center.ts';
import { paths } from '#web/paths.ts';

/** The spot of files that wait for the draft to be made. */
export const announcementSlot = 'announcement';

export interface AnnouncementForm {
  readonly title: string;
  readonly body: RichText;
  readonly audience: Audience;
}

export interface AnnouncementEditor {
  readonly form: UseFormReturn<AnnouncementForm>;
  /** Null until the draft exists. */
  readonly announcementId: string | null;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** The id once everything is saved. Null: fields are marked, or the general error tells why; nothing typed is lost. */
  readonly save: () => Promise<string | null>;
}

/** What is kept of it when its session ends. */
interface KeptAnnouncement {
  readonly revision: number;
  readonly fields: Partial<AnnouncementForm>;
}

const formName = (id: string | null): string => (id === null ? paths.announcementCreate() : paths.announcementEdit(id));

/** Holds an announcement as it is being written, new or existing, and saves what has changed. */
export function useAnnouncementEditor(given: {
  readonly announcement: Announcement | null;
  readonly audience: Audience;
}): AnnouncementEditor {
  const client = useQueryClient();
  const { announcement } = given;
  const returned = useRestoredDraft<KeptAnnouncement>(formName(announcement?.id ?? null));
  const [saved, setSaved] = useState(() => ({
    id: announcement?.id ?? null,
    // What others have changed since it was typed is refused as ever, and not written over.
    revision: returned?.revision ?? announcement?.revision ?? 1,
    form: {
      title: announcement?.title ?? '',
      body: announcement?.body ?? emptyRichText,
      audience: announcement?.audience_named ?? given.audience,
    },
  }));
  const [isSaving, setSaving] = useState(false);
  // What is saved, for the save that runs: state would be that of the last drawing.
  const known = useRef(saved);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const form = useForm<AnnouncementForm>({
    defaultValues: { ...saved.form, ...returned?.fields },
    mode: 'onTouched',
    resolver: checkedFor(announcement),
  });
  const values = useWatch({ control: form.control }) as AnnouncementForm;
  const isDirty = !isSame(saved.form, values);
  useDraftAutosave(formName(saved.id), isDirty, (): KeptAnnouncement => {
    const { revision, form: before } = known.current;
    return { revision, fields: changed(before, form.getValues()) };
  });

  const send = async (): Promise<string | null> => {
    if (!(await checkForm(form))) return null;
    const wanted = form.getValues();
    const { id, revision, form: before } = known.current;
    setSaving(true);
    try {
      if (id !== null && isSame(before, wanted)) return id;
      const { announcement: now } =
        id === null
          ? await call(createAnnouncement, { body: wanted })
          : await call(updateAnnouncement, { params: { id }, body: { revision, ...changed(before, wanted) } });
      known.current = { id: now.id, revision: now.revision, form: wanted };
      setSaved(known.current);
      attachUploads(announcementSlot, { kind: 'announcement', id: now.id });
      return now.id;
    } catch (error) {
      if (error instanceof CallError && Object.keys(error.fields).length > 0) showFieldErrors(error, form.setError);
      else reportFailure(error);
      return null;
    } finally {
      setSaving(false);
      void invalidateNouns(client, ['announcements', 'timeline']);
    }
  };
  return {
    form,
    announcementId: saved.id,
    isDirty,
    isSaving,
    // One save after the other: each begins from what the one before has left.
    save: () => {
      const turn = running.current.then(send, send);
      running.current = turn;
      return turn;
    },
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function changed(before: AnnouncementForm, wanted: AnnouncementForm): Partial<AnnouncementForm> {
  return {
    ...(wanted.title === before.title ? {} : { title: wanted.title }),
    ...(isSame(wanted.body, before.body) ? {} : { body: wanted.body }),
    ...(isSame(wanted.audience, before.audience) ? {} : { audience: wanted.audience }),
  };
}

/** The same rules as the server's, as one types. */
const checkedFor = (announcement: Announcement | null) => (values: AnnouncementForm) => {
  const errors: Record<string, { readonly type: string; readonly message: string }> = {};
  const mark = (field: keyof AnnouncementForm, message: string): void => {
    errors[field] = { type: 'rule', message };
  };
  const title = announcementTitle.safeParse(values.title);
  if (title.error) mark('title', title.error.issues[0]?.message ?? validationMessages.invalid);
  const needsWords = announcement !== null && announcement.state !== 'draft';
  if (needsWords && isEmptyRichText(values.body)) mark('body', announcementMessages.empty);
  if (richTextToPlainText(values.body).length > richTextCharactersMax) {
    mark('body', validationMessages.maxLength(richTextCharactersMax));
  }
  if (!audienceInput.safeParse(values.audience).success) mark('audience', validationMessages.required);
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
};
