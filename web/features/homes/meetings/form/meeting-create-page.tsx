import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { listAudienceChoices } from '#contract/audience.ts';
import { getDefaultMeeting } from '#contract/meeting-acts.ts';
import { getMeeting, listMeetings } from '#contract/meetings.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { clearUnsavedChanges, useUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { publishedWords } from '#web/features/homes/meetings/act-words.ts';
import { meetingSpot } from '#web/features/homes/meetings/agenda/agenda-draft.ts';
import { AgendaEditor } from '#web/features/homes/meetings/agenda/agenda-editor.tsx';
import { newAgendaItem } from '#web/features/homes/meetings/agenda/agenda-item-form.ts';
import { beginEditing } from '#web/features/homes/meetings/edit-mode.ts';
import { PublishDialog } from '#web/features/homes/meetings/publishing/publish-dialog.tsx';
import { firstAudience } from '#web/features/members/audience/audience-choice.ts';
import { discardUnplaced } from '#web/features/papers/documents/uploads/upload-center.ts';
import { paths } from '#web/paths.ts';
import { NotFoundPage } from '#web/shell/not-found-page.tsx';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { AudienceSection } from './audience-section.tsx';
import { DateCard } from './date-card.tsx';
import { DetailsFields } from './details-fields.tsx';
import { emptyMeeting, isSameForm, timesOfForm } from './meeting-form.ts';
import { useMeetingEditor } from './use-meeting-editor.ts';

/** /meetings/create. Who may not create finds nothing here. */
export function MeetingCreatePage() {
  const { data } = useSuspenseQuery(queryFor(listMeetings, { query: {} }));
  return data.can.create ? <NewMeeting /> : <NotFoundPage />;
}

/** The draft is made by Save draft, by Publish, or by the first file as soon as it can be. */
function NewMeeting() {
  const router = useRouter();
  const timeZone = useTimeZone();
  const { data: choices } = useSuspenseQuery(queryFor(listAudienceChoices));
  const { data: usual } = useSuspenseQuery(queryFor(getDefaultMeeting));
  const { type, location, join_url, length_minutes, agenda_items } = usual.default_meeting;
  const [form] = useState(() => ({ ...emptyMeeting, type, location, join_url, audience: firstAudience(choices) }));
  const editor = useMeetingEditor({ meeting: null, form, timeZone });
  const [skeleton] = useState(() => {
    const items = agenda_items.map(({ presenter_id: presenterId, ...item }) => newAgendaItem({ ...item, presenterId }));
    // What was typed before a sign-in is there already.
    if (editor.agenda.items().length === 0) editor.agenda.setItems(items);
    return items;
  });
  // What the board's default has put there is no change of the reader's.
  const isUntouchedAgenda = useSyncExternalStore(
    editor.agenda.store.subscribe,
    () => editor.agenda.items() === skeleton,
  );
  const [publishing, setPublishing] = useState<string | null>(null);
  const [working, setWorking] = useState<'save' | 'publish' | null>(null);
  const { meetingId, values } = editor;
  const finds = values.when === 'find';
  const draft = useQuery({
    ...queryFor(getMeeting, { params: { id: meetingId ?? '' } }),
    enabled: meetingId !== null,
    throwOnError: false,
  });
  useUnsavedChanges(meetingId === null ? !isUntouchedAgenda || !isSameForm(form, values) : editor.isDirty);
  useDiscardedUploads(() => editor.agenda.items().map((item) => item.key));

  const goTo = (id: string): void => {
    clearUnsavedChanges();
    void router.navigate({ href: paths.meeting(id), replace: true });
  };
  const saveDraft = async (): Promise<void> => {
    setWorking('save');
    const id = await editor.save('draft');
    setWorking(null);
    if (id === null) return;
    beginEditing(id);
    showToast('Draft saved');
    goTo(id);
  };
  const publish = async (): Promise<void> => {
    setWorking('publish');
    const id = await editor.save('publish');
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
          {finds ? 'Ask for a date' : 'Publish'}
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
            <DateCard editor={editor} lengthMinutes={length_minutes} />
            <AudienceSection editor={editor} />
          </>
        }
      >
        <Stack gap="xl">
          <DetailsFields editor={editor} withType />
          <AgendaEditor
            agenda={editor.agenda}
            meetingId={meetingId}
            makePlace={editor.makePlace}
            meeting={draft.data?.meeting}
          />
        </Stack>
      </Columns>
      {publishing !== null && (
        <PublishDialog
          isOpen
          meeting={{
            id: publishing,
            title: values.title,
            itemIds: editor.agenda.items().flatMap((item) => item.id ?? []),
            ...(finds ? { start: null, end: null } : timesOfForm(values, timeZone)),
            dateCount: finds ? values.date_options.length : 0,
          }}
          onClose={() => setPublishing(null)}
          onPublished={() => {
            showToast(publishedWords(finds));
            goTo(publishing);
          }}
        />
      )}
    </Page>
  );
}

/** Files that wait for a draft which is never saved are given up when the page is left. */
function useDiscardedUploads(spots: () => readonly string[]): void {
  const latest = useRef(spots);
  latest.current = spots;
  // An effect, because only the leaving of the page decides it.
  useEffect(() => () => discardUnplaced([meetingSpot, ...latest.current()]), []);
}
