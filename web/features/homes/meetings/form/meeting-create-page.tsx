import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Navigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { listAudienceChoices } from '#contract/audience.ts';
import { getDeciding } from '#contract/deciding.ts';
import { getDefaultMeeting } from '#contract/meeting-lifecycle.ts';
import type { TemplateItem } from '#contract/meeting-templates.ts';
import { getMeeting, listMeetings } from '#contract/meetings.ts';
import { agendaMinutes } from '#domain/agenda.ts';
import { settleDepths } from '#domain/agenda-order.ts';
import { memberCount } from '#domain/audience.ts';
import { meetingLengthMinutes } from '#domain/meeting-times.ts';
import { proposedKinds, standingTitles, withStandingItems } from '#domain/standing-items.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { publishedText } from '#web/features/homes/meetings/action-labels.ts';
import { meetingSlot } from '#web/features/homes/meetings/agenda/agenda-draft.ts';
import { AgendaEditor } from '#web/features/homes/meetings/agenda/agenda-editor.tsx';
import {
  type AgendaItemForm,
  copiedItems,
  newAgendaItem,
} from '#web/features/homes/meetings/agenda/agenda-item-form.ts';
import { useWaitingFiles, waitingSlot } from '#web/features/homes/meetings/agenda/waiting-slot.ts';
import { beginEditing, type OriginalTimes, originalTimes } from '#web/features/homes/meetings/edit-mode.ts';
import { draftAudienceNote } from '#web/features/homes/meetings/form/audience-change.ts';
import { PublishDialog } from '#web/features/homes/meetings/lifecycle/publish-dialog.tsx';
import { firstAudience, peopleOf } from '#web/features/members/audience/audience.ts';
import { AudiencePicker } from '#web/features/members/audience/audience-picker.tsx';
import { useDiscardedUploads } from '#web/features/papers/documents/uploads/use-uploads.ts';
import { paths } from '#web/paths.ts';
import { NotFoundPage } from '#web/shell/page-states.tsx';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
import { useStore } from '#web/store.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Columns, Page, PageEnd, PageHead } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { DateCard } from './date-fields.tsx';
import { DetailsFields } from './details-fields.tsx';
import { emptyMeeting, isSameForm, type KeptTimes, keptTimes, type MeetingForm, timesOfForm } from './meeting-form.ts';
import { type Start, StartFrom } from './start-from.tsx';
import { stillWaitingText, useUnplacedFiles } from './unplaced-files.ts';
import { type MeetingEditor, useMeetingEditor } from './use-meeting-editor.ts';

export function MeetingCreatePage() {
  const router = useRouter();
  const [draftId] = useState(() => router.state.location.state.draftId);
  const { data } = useSuspenseQuery(queryFor(listMeetings, { query: {} }));
  if (draftId !== undefined) return <Navigate to={paths.meeting(draftId)} replace />;
  return data.can.create ? <CreateMeeting /> : <NotFoundPage />;
}

/** The board's standing items and defaults do not count as unsaved changes. */
function useNewMeeting() {
  const timeZone = useTimeZone();
  const { data: choices } = useSuspenseQuery(queryFor(listAudienceChoices));
  const { data: defaults } = useSuspenseQuery(queryFor(getDefaultMeeting));
  const { deciding } = useSuspenseQuery(queryFor(getDeciding)).data;
  const { type, location, join_url, agenda_items } = defaults.default_meeting;
  const audience = firstAudience(choices);
  const [form, setForm] = useState<MeetingForm>(() => ({ ...emptyMeeting, type, location, join_url, audience }));
  const router = useRouter();
  const editor = useMeetingEditor({
    meeting: null,
    form,
    timeZone,
    onCreated: (id) =>
      void router.navigate({
        to: '.',
        state: { draftId: id },
        mask: { to: '/meetings/$id', params: { id }, unmaskOnReload: true },
        replace: true,
        resetScroll: false,
      }),
  });
  const { agenda, meetingId, values, isDirty } = editor;
  const defaultItems = () =>
    withStandingItems(
      agenda_items.map(({ presenter_id: presenterId, ...item }) => newAgendaItem({ ...item, presenterId })),
      proposedKinds(deciding),
      (kind) => newAgendaItem({ kind, title: standingTitles[kind] }),
    );
  const [firstItems, setFirstItems] = useState(() => {
    const items = defaultItems();
    if (agenda.items().length === 0) agenda.setItems(items);
    return items;
  });
  const [lengthMinutes, setLength] = useState(defaults.default_meeting.length_minutes);
  const [kept, setKept] = useState<KeptTimes | null>(null);
  const begin = (given: Partial<MeetingForm>, items: readonly AgendaItemForm[], times: OriginalTimes | null): void => {
    const first = { ...emptyMeeting, audience, ...given };
    agenda.setItems(items);
    editor.form.reset(first);
    setFirstItems(items);
    setForm(first);
    setKept(times && keptTimes(times, timeZone));
  };
  const startFrom = (start: Start) => {
    // Skipped if the user has typed something while the last meeting was loading.
    if (agenda.items() !== firstItems || !isSameForm(form, editor.form.getValues())) return;
    if (start === 'empty') return begin({}, [], null);
    if (start === 'default') return begin({ type, location, join_url }, defaultItems(), null);
    if ('template' in start) {
      const { name, audience: people, agenda_items: items, length_minutes: minutes, ...place } = start.template;
      setLength(minutes);
      const fields = { title: name, type: place.type, location: place.location, join_url: place.join_url };
      return begin({ ...fields, audience: people }, settleDepths(items.map(itemOfTemplate)), null);
    }
    const { title, type: lastType, location: place, join_url: link, description } = start.from;
    const fields = { title, type: lastType, location: place, join_url: link, description, audience: start.audience };
    begin(fields, copiedItems(start.from.agenda_items), originalTimes(start.from));
  };
  const isAgendaTouched = useStore(agenda.store, ({ items }) => items !== firstItems);
  const hasUnsaved = meetingId === null ? isAgendaTouched || !isSameForm(form, values) : isDirty;
  return { editor, lengthMinutes, hasUnsaved, kept, startFrom };
}

const itemOfTemplate = ({ presenter_id: presenterId, copied_from: copiedFrom, ...item }: TemplateItem) =>
  newAgendaItem({ ...item, presenterId, copiedFrom });

function useMeetingCreation(editor: MeetingEditor, clearUnsaved: () => void) {
  const router = useRouter();
  const [publishing, setPublishing] = useState<string | null>(null);
  const [working, setWorking] = useState<'draft' | 'publish' | null>(null);
  const goTo = (id: string): void => {
    // Must render before `clearUnsaved`, because the render registers waiting files as unsaved.
    flushSync(() => undefined);
    clearUnsaved();
    void router.navigate({ href: paths.meeting(id), replace: true });
  };
  const save = async (then: 'draft' | 'publish'): Promise<void> => {
    setWorking(then);
    const id = await editor.save(then);
    setWorking(null);
    if (id === null) return;
    if (then === 'publish') return setPublishing(id);
    beginEditing(id);
    showToast('Draft saved');
    goTo(id);
  };
  return { working, publishing, save, goTo, stopPublishing: () => setPublishing(null) };
}

function CreateMeeting() {
  const { editor, lengthMinutes, hasUnsaved, kept, startFrom } = useNewMeeting();
  const { agenda, meetingId, values, timeZone } = editor;
  const waiting = useWaitingFiles(meetingId);
  const files = useUnplacedFiles(meetingId);
  const store = async (): Promise<boolean> => {
    if ((await editor.save('draft')) === null) return false;
    if (files !== null) showToast(stillWaitingText('Draft saved', waiting.length));
    return files === null;
  };
  const clearUnsaved = useUnsavedChanges(hasUnsaved, store, files);
  const { setFocus } = editor.form;
  // In an effect, because the field exists only after rendering.
  useEffect(() => setFocus('title'), [setFocus]);
  const { working, publishing, save, stopPublishing, goTo } = useMeetingCreation(editor, clearUnsaved);
  const findsDate = values.when === 'find';
  const draft = useQuery({
    ...queryFor(getMeeting, { params: { id: meetingId ?? '' } }),
    enabled: meetingId !== null,
    throwOnError: false,
  });
  useDiscardedUploads(() => [meetingSlot, waitingSlot(null), ...agenda.items().map((item) => item.key)]);

  const buttons = (
    <>
      <Button variant="quiet" isPending={working === 'draft'} onPress={() => save('draft')}>
        Save draft
      </Button>
      <Button variant="primary" isPending={working === 'publish'} onPress={() => save('publish')}>
        {findsDate ? 'Ask for a date' : 'Publish'}
      </Button>
    </>
  );
  return (
    <Page>
      <TopBarActions>{buttons}</TopBarActions>
      <Breadcrumbs items={[{ label: 'Meetings', href: paths.meetings() }]} />
      <PageHead
        title="New meeting"
        actions={
          // Offered only while there is no input to replace.
          !hasUnsaved && meetingId === null && <StartFrom onStart={startFrom} />
        }
      />
      <Columns
        width="wide"
        asideLabel="Date and audience"
        aside={
          <>
            <DateCard editor={editor} lengthMinutes={lengthMinutes} kept={kept} />
            <AudienceSection editor={editor} />
          </>
        }
      >
        <Stack gap="xl">
          <DetailsFields editor={editor} withType />
          <AgendaEditor
            agenda={agenda}
            meetingId={meetingId}
            saveForFiles={editor.saveForFiles}
            meeting={draft.data?.meeting}
            lengthMinutes={findsDate ? null : meetingLengthMinutes(values, timeZone)}
          />
        </Stack>
      </Columns>
      <PageEnd>{buttons}</PageEnd>
      {publishing !== null && (
        <PublishDialog
          isOpen
          meeting={{
            id: publishing,
            title: values.title,
            type: values.type,
            join_url: values.join_url,
            itemIds: agenda.items().flatMap((item) => item.id ?? []),
            agendaMinutes: agendaMinutes(agenda.items()),
            ...(findsDate ? { start: null, end: null } : timesOfForm(values, timeZone)),
            dateCount: findsDate ? values.date_options.length : 0,
          }}
          onClose={stopPublishing}
          onAddLink={() => editor.form.setFocus('join_url')}
          onPublished={() => {
            showToast(publishedText(findsDate));
            goTo(publishing);
          }}
        />
      )}
    </Page>
  );
}

function AudienceSection({ editor: { form, values } }: { readonly editor: MeetingEditor }) {
  const { data: choices } = useSuspenseQuery(queryFor(listAudienceChoices));
  const { audience } = values;
  if (audience === null) return null;
  return (
    <Section title="Audience" aside={memberCount(peopleOf(choices, audience))}>
      <Stack gap="s">
        <FormField form={form} name="audience">
          {(field) => <AudiencePicker choices={choices} {...field} value={audience} />}
        </FormField>
        <p className="meta">{draftAudienceNote(values.when === 'find')}</p>
      </Stack>
    </Section>
  );
}
