import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { getMeeting, listMeetings } from '../../../contract/meetings.ts';
import { localToInstant } from '../../../domain/local-time.ts';
import { queryFor } from '../../api/queries.ts';
import { useTimeZone } from '../../api/start.ts';
import { paths } from '../../paths.ts';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { TopBarActions } from '../../shell/top-bar-actions.tsx';
import { clearUnsavedChanges, useUnsavedChanges } from '../../shell/unsaved-changes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { Columns, Page, PageHead } from '../../ui/page.tsx';
import { Breadcrumbs } from '../../ui/rows/breadcrumbs.tsx';
import { discardUnplaced } from '../documents/uploads/upload-center.ts';
import { AudienceSection } from './audience-section.tsx';
import { beginEditing } from './edit-mode.ts';
import { AgendaEditor } from './form/agenda-editor.tsx';
import { DateCard } from './form/date-card.tsx';
import { DetailsFields } from './form/details-fields.tsx';
import { emptyMeeting } from './form/meeting-form.ts';
import { meetingSpot, useMeetingEditor } from './form/use-meeting-editor.ts';
import { PublishDialog } from './publish-dialog.tsx';

/** /meetings/create. Who may not create finds nothing here. */
export function MeetingCreatePage() {
  const { data } = useSuspenseQuery(queryFor(listMeetings, { query: {} }));
  return data.can.create ? <NewMeeting /> : <NotFoundPage />;
}

/** The draft is made by Save draft, by Publish, or by the first file as soon as it can be. */
function NewMeeting() {
  const router = useRouter();
  const timeZone = useTimeZone();
  const editor = useMeetingEditor({ meetingId: null, form: emptyMeeting, timeZone });
  const [publishing, setPublishing] = useState<string | null>(null);
  const [working, setWorking] = useState<'save' | 'publish' | null>(null);
  const { meetingId, values } = editor;
  const draft = useQuery({
    ...queryFor(getMeeting, { params: { id: meetingId ?? '' } }),
    enabled: meetingId !== null,
    throwOnError: false,
  });
  useUnsavedChanges(editor.isDirty);
  useDiscardedUploads(values.items.map((item) => item.key));

  const goTo = (id: string): void => {
    clearUnsavedChanges();
    void router.navigate({ href: paths.meeting(id), replace: true });
  };
  const saveDraft = async (): Promise<void> => {
    setWorking('save');
    const id = await editor.save();
    setWorking(null);
    if (id === null) return;
    beginEditing(id);
    showToast('Draft saved');
    goTo(id);
  };
  const publish = async (): Promise<void> => {
    setWorking('publish');
    const id = await editor.save();
    setWorking(null);
    if (id !== null) setPublishing(id);
  };

  return (
    <Page>
      <TopBarActions>
        <Button variant="quiet" isPending={working === 'save'} onPress={saveDraft}>
          Save draft
        </Button>
        <Button variant="primary" isPending={working === 'publish'} onPress={publish}>
          Publish
        </Button>
      </TopBarActions>
      <Breadcrumbs items={[{ label: 'Meetings', href: paths.meetings() }]} />
      <PageHead title="New meeting" />
      <Columns
        width="wide"
        single
        gap="l"
        asideLabel="Date and audience"
        aside={
          <>
            <DateCard editor={editor} />
            <AudienceSection />
          </>
        }
      >
        <Stack gap="xl">
          <DetailsFields editor={editor} withType />
          <AgendaEditor editor={editor} meeting={draft.data?.meeting} />
        </Stack>
      </Columns>
      {publishing !== null && (
        <PublishDialog
          isOpen
          meeting={{
            id: publishing,
            title: values.title,
            start: localToInstant({ date: values.date, time: values.start }, timeZone).toISOString(),
          }}
          onClose={() => setPublishing(null)}
          onPublished={() => {
            showToast('Meeting published, invitations are on their way');
            goTo(publishing);
          }}
        />
      )}
    </Page>
  );
}

/** Files that wait for a draft which is never saved are given up when the page is left. */
function useDiscardedUploads(spots: readonly string[]): void {
  const latest = useRef(spots);
  latest.current = spots;
  // An effect, because only the leaving of the page decides it.
  useEffect(() => () => discardUnplaced([meetingSpot, ...latest.current]), []);
}
