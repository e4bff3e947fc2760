import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
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
import { reportFailure } from '#web/api/general-error.ts';
import { invalidateNouns } from '#web/api/queries.ts';
import type { SchemaForm } from '#web/api/use-checked-form.ts';
import { changedFields, useSchemaForm } from '#web/api/use-contract-form.ts';
import { useDraftAutosave, useRestoredDraft } from '#web/features/core/drafts/draft-autosave.ts';
import { attachUploads } from '#web/features/papers/documents/uploads/upload-center.ts';
import { paths } from '#web/paths.ts';
import { createSaveQueue } from '#web/serial-save.ts';

export const announcementSlot = 'announcement';

export interface AnnouncementForm {
  readonly title: string;
  readonly body: RichText;
  readonly audience: Audience;
}

export type AnnouncementEditor = ReturnType<typeof useAnnouncementEditor>;

interface AnnouncementDraft {
  readonly revision: number;
  readonly fields: Partial<AnnouncementForm>;
}

const draftName = (id: string | null): string =>
  id === null ? paths.announcementCreate() : paths.announcementEdit(id);

export function useAnnouncementEditor(given: {
  readonly announcement: Announcement | null;
  readonly audience: Audience;
}) {
  const client = useQueryClient();
  const { announcement } = given;
  const restored = useRestoredDraft<AnnouncementDraft>(draftName(announcement?.id ?? null));
  const [saved, setSaved] = useState(() => ({
    id: announcement?.id ?? null,
    // A restored draft keeps its revision, so that the server rejects saving over later changes by others.
    revision: restored?.revision ?? announcement?.revision ?? 1,
    form: {
      title: announcement?.title ?? '',
      body: announcement?.body ?? emptyRichText,
      audience: announcement?.audience_named ?? given.audience,
    },
  }));
  // Uses a ref, because a running save would otherwise see the state of an earlier render.
  const latest = useRef(saved);
  const [queue] = useState(createSaveQueue);
  const form: SchemaForm<AnnouncementForm, AnnouncementForm, string> = useSchemaForm({
    defaults: { ...saved.form, ...restored?.fields },
    schema: formSchema(announcement !== null && announcement.state !== 'draft'),
    savesApart: true,
    send: () => send(form.getValues()),
    onFailed: reportFailure,
  });
  const values = useWatch({ control: form.control }) as AnnouncementForm;
  const isDirty = hasChanged(saved.form, values);
  useDraftAutosave(draftName(saved.id), isDirty, (): AnnouncementDraft => {
    const { revision, form: before } = latest.current;
    return { revision, fields: changedFields(before, form.getValues()) };
  });

  const send = async (wanted: AnnouncementForm): Promise<string> => {
    const { id, revision, form: before } = latest.current;
    try {
      if (id !== null && !hasChanged(before, wanted)) return id;
      const { announcement: now } =
        id === null
          ? await call(createAnnouncement, { body: wanted })
          : await call(updateAnnouncement, { params: { id }, body: { revision, ...changedFields(before, wanted) } });
      latest.current = { id: now.id, revision: now.revision, form: wanted };
      setSaved(latest.current);
      attachUploads(announcementSlot, { kind: 'announcement', id: now.id });
      return now.id;
    } finally {
      void invalidateNouns(client, ['announcements', 'timeline']);
    }
  };
  return {
    form,
    announcementId: saved.id,
    isDirty,
    isSaving: form.isSaving,
    /** Returns the id after saving, or null if the form or a field shows an error. */
    save: (): Promise<string | null> => queue(form.save),
  };
}

const hasChanged = (before: AnnouncementForm, wanted: AnnouncementForm): boolean =>
  Object.keys(changedFields(before, wanted)).length > 0;

const formSchema = (needsText: boolean) =>
  z.object({
    title: announcementTitle,
    body: z
      .custom<RichText>()
      .refine((body) => !needsText || !isEmptyRichText(body), announcementMessages.empty)
      .refine(
        (body) => richTextToPlainText(body).length <= richTextCharactersMax,
        validationMessages.maxLength(richTextCharactersMax),
      ),
    audience: z.custom<Audience>((audience) => audienceInput.safeParse(audience).success, validationMessages.required),
  });
