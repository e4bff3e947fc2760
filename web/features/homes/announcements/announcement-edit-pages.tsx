import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { type Announcement, getAnnouncement, listAnnouncements, publishAnnouncement } from '#contract/announcements.ts';
import { listAudienceChoices } from '#contract/audience.ts';
import { formatHeadingDate, formatTimeWithZone } from '#domain/dates.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { firstAudience } from '#web/features/members/audience/audience.ts';
import { DocumentsOfHome } from '#web/features/papers/documents/editing/documents-of-home.tsx';
import { useDiscardedUploads } from '#web/features/papers/documents/uploads/use-uploads.ts';
import { ItemPolls } from '#web/features/papers/polls/item-polls.tsx';
import { paths } from '#web/paths.ts';
import { NotFoundPage } from '#web/shell/page-states.tsx';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { FormSection } from '#web/ui/fields/field-parts.tsx';
import { FormField, FormText } from '#web/ui/fields/form-field.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Columns, Page, PageEnd, PageHead } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { PublishAnnouncementDialog } from './announcement-acts.tsx';
import {
  AnnouncementAudience,
  PublishSection,
  type PublishTimeErrors,
  publishTimeOf,
  readPublishTime,
} from './announcement-fields.tsx';
import { RichTextField } from './rich-text-field.tsx';
import { type AnnouncementEditor, announcementSlot, useAnnouncementEditor } from './use-announcement-editor.ts';

export function AnnouncementCreatePage() {
  const { data } = useSuspenseQuery(queryFor(listAnnouncements, { query: {} }));
  return data.can.create ? <EditAnnouncement announcement={null} /> : <NotFoundPage />;
}

export function AnnouncementEditPage() {
  const { id } = useParams({ from: '/shell/board/announcements/edit/$id' });
  const { announcement } = useSuspenseQuery(queryFor(getAnnouncement, { params: { id } })).data;
  return announcement.can.edit ? <EditAnnouncement key={id} announcement={announcement} /> : <NotFoundPage />;
}

type Saving = 'save' | 'publish';

function EditAnnouncement({ announcement }: { readonly announcement: Announcement | null }) {
  const router = useRouter();
  const timeZone = useTimeZone();
  const { data: choices } = useSuspenseQuery(queryFor(listAudienceChoices));
  // The announcement when the page was opened, so that other people's changes do not overwrite the input.
  const [opened] = useState(announcement);
  const editor = useAnnouncementEditor({ announcement: opened, audience: firstAudience(choices) });
  const goTo = (id: string): void => {
    clearUnsaved();
    void router.navigate({ href: paths.announcement(id), replace: announcement === null });
  };
  const isPublished = opened?.state === 'published';
  const publishing = usePublishing({ opened, editor, goTo });
  const { time, setTime, timeErrors, confirmed } = publishing;
  const clearUnsaved = useUnsavedChanges(
    editor.isDirty || publishing.hasNewTime,
    publishing.hasNewTime ? null : async () => (await editor.save()) !== null,
  );
  useDiscardedUploads(() => [announcementSlot]);
  const buttons = <SaveButtons state={opened?.state} isDirty={editor.isDirty} publishing={publishing} />;
  return (
    <Page>
      <TopBarActions>{buttons}</TopBarActions>
      <Breadcrumbs items={[{ label: 'Announcements', href: paths.announcements() }]} />
      <PageHead title={announcement === null ? 'New announcement' : 'Edit announcement'} />
      <Columns
        width="wide"
        asideLabel="Audience and time"
        aside={
          <>
            <AnnouncementAudience editor={editor} isPublished={isPublished} />
            {!isPublished && <PublishSection value={time} onChange={setTime} errors={timeErrors} timeZone={timeZone} />}
          </>
        }
      >
        <AnnouncementContent editor={editor} timeZone={timeZone} />
      </Columns>
      <PageEnd>{buttons}</PageEnd>
      {confirmed !== null && (
        <PublishAnnouncementDialog
          announcement={{ id: confirmed, title: editor.form.getValues('title') }}
          onClose={publishing.stop}
          onPublished={() => goTo(confirmed)}
        />
      )}
    </Page>
  );
}

interface PublishingParts {
  readonly opened: Announcement | null;
  readonly editor: AnnouncementEditor;
  readonly goTo: (id: string) => void;
}

function usePublishing({ opened, editor, goTo }: PublishingParts) {
  const timeZone = useTimeZone();
  const [firstTime] = useState(() => publishTimeOf(opened?.state === 'scheduled' ? opened.publish_on : null, timeZone));
  const [time, setTime] = useState(firstTime);
  const [timeErrors, setTimeErrors] = useState<PublishTimeErrors>({});
  const [working, setWorking] = useState<Saving | null>(null);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const saveAs = async (what: Saving): Promise<string | null> => {
    setWorking(what);
    const id = await editor.save();
    setWorking(null);
    return id;
  };
  const schedule = useCall(publishAnnouncement, {
    invalidates: ['announcements', 'timeline'],
    onSuccess: ({ announcement: now }) => {
      const on = now.publish_on ?? now.created_at;
      showToast(`Scheduled for ${formatHeadingDate(on, timeZone)}, ${formatTimeWithZone(on, timeZone)}`);
      goTo(now.id);
    },
    onError: ({ fields }) => setTimeErrors(fields.publish_on ? { date: fields.publish_on } : {}),
  });
  return {
    time,
    setTime,
    timeErrors,
    confirmed,
    working: schedule.isPending ? 'publish' : working,
    hasNewTime: JSON.stringify(time) !== JSON.stringify(firstTime),
    stop: (): void => setConfirmed(null),
    save: async (): Promise<void> => {
      const id = await saveAs('save');
      if (id === null) return;
      showToast(opened?.state === 'published' ? 'Announcement saved' : 'Draft saved');
      goTo(id);
    },
    publish: async (): Promise<void> => {
      const read = readPublishTime(time, { timeZone, now: new Date() });
      setTimeErrors('errors' in read ? read.errors : {});
      if ('errors' in read) {
        await editor.form.check();
        return;
      }
      const id = await saveAs('publish');
      if (id === null) return;
      if (read.instant === null) setConfirmed(id);
      else schedule.mutate({ params: { id }, body: { publish_on: read.instant } });
    },
  };
}

interface SaveButtonsProps {
  readonly state: Announcement['state'] | undefined;
  readonly isDirty: boolean;
  readonly publishing: ReturnType<typeof usePublishing>;
}

function SaveButtons({ state, isDirty, publishing }: SaveButtonsProps) {
  const { working, time, hasNewTime, save, publish } = publishing;
  const isPublished = state === 'published';
  const isScheduled = state === 'scheduled';
  return (
    <>
      {!isScheduled && (
        <Button
          variant={isPublished ? 'primary' : 'quiet'}
          isPending={working === 'save'}
          isDisabled={isPublished && !isDirty}
          onPress={save}
        >
          {isPublished ? 'Save' : 'Save draft'}
        </Button>
      )}
      {!isPublished && (
        <Button
          variant="primary"
          isPending={working === 'publish'}
          isDisabled={isScheduled && time.when === 'later' && !isDirty && !hasNewTime}
          onPress={publish}
        >
          {time.when === 'now' ? 'Publish' : isScheduled ? 'Save' : 'Schedule'}
        </Button>
      )}
    </>
  );
}

function AnnouncementContent({ editor, timeZone }: { readonly editor: AnnouncementEditor; readonly timeZone: string }) {
  const { announcementId: id } = editor;
  const [asksPoll, setAsksPoll] = useState(false);
  const { data } = useQuery({
    ...queryFor(getAnnouncement, { params: { id: id ?? '' } }),
    enabled: id !== null,
    throwOnError: false,
  });
  const saveForDocuments = async (): Promise<void> => {
    if ((await editor.save()) !== null) showToast('Saved as a draft so that you can add documents');
  };
  const saveForPoll = async (): Promise<void> => {
    setAsksPoll(true);
    if ((await editor.save()) === null) setAsksPoll(false);
  };
  return (
    <Stack gap="xl">
      <FormSection>
        <FormText form={editor.form} name="title" label="Title" variant="title" isRequired />
        <FormField form={editor.form} name="body">
          {(field) => <RichTextField label="Text" {...field} />}
        </FormField>
      </FormSection>
      <DocumentsOfHome
        title="Documents"
        home="announcement"
        id={id}
        slot={announcementSlot}
        documents={data?.announcement.documents ?? []}
        onDraftNeeded={saveForDocuments}
      />
      <Section title="Polls">
        {id !== null && data ? (
          <ItemPolls
            parent={{ kind: 'announcement', id }}
            of={data.announcement.polls}
            timeZone={timeZone}
            addsAtOnce={asksPoll}
          />
        ) : (
          <Cluster>
            <Button size="s" icon={ListChecks} isPending={asksPoll && editor.isSaving} onPress={saveForPoll}>
              Add a poll
            </Button>
          </Cluster>
        )}
      </Section>
    </Stack>
  );
}
