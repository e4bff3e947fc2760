import { CalendarClock } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import { agendaMinutes } from '#domain/agenda.ts';
import { formatHeadingDate, formatTimeRange, isoDate } from '#domain/dates.ts';
import { agendaOverrun, meetingLengthMinutes } from '#domain/meeting-times.ts';
import { meetingTypeLabels } from '#domain/rsvp.ts';
import { useTimeZone } from '#web/api/start.ts';
import { type UnsavedFiles, useUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { publishedText } from '#web/features/homes/meetings/action-labels.ts';
import type { AgendaDraft } from '#web/features/homes/meetings/agenda/agenda-draft.ts';
import { AgendaEditor } from '#web/features/homes/meetings/agenda/agenda-editor.tsx';
import type { PaperParts } from '#web/features/homes/meetings/agenda/agenda-item-row.tsx';
import { ClosedAgenda } from '#web/features/homes/meetings/agenda/closed-agenda.tsx';
import { useWaitingFiles } from '#web/features/homes/meetings/agenda/waiting-slot.ts';
import { endEditing, useEditing } from '#web/features/homes/meetings/edit-mode.ts';
import { AudienceCard } from '#web/features/homes/meetings/form/audience-card.tsx';
import { PublishDialog } from '#web/features/homes/meetings/lifecycle/publish-dialog.tsx';
import { overrunText } from '#web/features/homes/meetings/meeting-labels.ts';
import { paths } from '#web/paths.ts';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
import { useStore } from '#web/store.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Card, Cluster, Stack } from '#web/ui/layout.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { UnsavedDialog } from '#web/ui/overlays/unsaved-dialog.tsx';
import { Columns, Page, PageEnd, PageHead } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { useOnUnmount } from '#web/ui/use-on-unmount.ts';
import { DateCard } from './date-fields.tsx';
import { DetailsFields } from './details-fields.tsx';
import { formOfMeeting, keptTimes } from './meeting-form.ts';
import { stillWaitingText, useUnplacedFiles } from './unplaced-files.ts';
import { type MeetingEditor, useMeetingEditor } from './use-meeting-editor.ts';

type Purpose = 'save' | 'publish';

type Question = 'discard' | 'leave-files' | 'publish';

interface MeetingEditProps {
  readonly meeting: Meeting;
  readonly offers: ReactNode;
  readonly papers: PaperParts;
}

export function MeetingEdit({ meeting, offers, papers }: MeetingEditProps) {
  const timeZone = useTimeZone();
  const isDraft = meeting.state === 'draft';
  // The values when editing began, so that other people's changes do not overwrite the input.
  const [opened] = useState(() => formOfMeeting(meeting, timeZone));
  const editor = useMeetingEditor({ meeting, form: opened, timeZone });
  const waiting = useWaitingFiles(meeting.id);
  const files = useUnplacedFiles(meeting.id);
  const [asking, setAsking] = useState<Question | null>(null);
  const original = useEditing(meeting.id)?.times ?? null;
  const kept = original === null ? null : keptTimes(original, timeZone);
  const { working, save } = useSaving({
    isDraft,
    editor,
    files,
    waiting: waiting.length,
    onPublish: () => setAsking('publish'),
  });
  useOnUnmount(endEditing);
  useBeginning(meeting.id, editor);
  const findsDate = editor.values.when === 'find';
  const buttons = (
    <EditButtons
      meeting={meeting}
      findsDate={findsDate}
      isDirty={editor.isDirty}
      working={working}
      onSave={save}
      onDone={() => (files === null ? endEditing() : setAsking('leave-files'))}
    />
  );
  return (
    <Page>
      <TopBarActions>{buttons}</TopBarActions>
      <Breadcrumbs items={[{ label: 'Meetings', href: paths.meetings() }, { label: meeting.title }]} />
      <PageHead
        title={isDraft ? 'Edit draft' : 'Edit meeting'}
        actions={editor.isDirty && <Button onPress={() => setAsking('discard')}>Discard changes</Button>}
      />
      <Columns
        width="wide"
        asideLabel="Date and audience"
        aside={
          <>
            {isDraft || meeting.state === 'finding-date' ? (
              <DateCard editor={editor} isAsking={!isDraft} kept={kept} />
            ) : (
              <PublishedDate meeting={meeting} agenda={editor.agenda} />
            )}
            <AudienceCard meeting={meeting} findsDate={findsDate} />
          </>
        }
      >
        <Stack gap="xl">
          <DetailsFields editor={editor} withType={isDraft} />
          {offers}
          {meeting.can.edit_agenda ? (
            <AgendaEditor
              agenda={editor.agenda}
              meetingId={editor.meetingId}
              saveForFiles={editor.saveForFiles}
              meeting={meeting}
              lengthMinutes={findsDate ? null : meetingLengthMinutes(editor.values, timeZone)}
              papers={papers}
            />
          ) : (
            <ClosedAgenda meeting={meeting} />
          )}
        </Stack>
      </Columns>
      <PageEnd>{buttons}</PageEnd>
      <EditDialogs meeting={meeting} editor={editor} files={files} asking={asking} onClose={() => setAsking(null)} />
    </Page>
  );
}

interface Saving {
  readonly isDraft: boolean;
  readonly editor: MeetingEditor;
  readonly files: UnsavedFiles | null;
  readonly waiting: number;
  readonly onPublish: () => void;
}

function useSaving({ isDraft, editor, files, waiting, onPublish }: Saving) {
  const [working, setWorking] = useState<Purpose | null>(null);
  const saved = isDraft ? 'Draft saved' : 'Changes saved';
  const store = async (): Promise<boolean> => {
    if ((await editor.save(isDraft ? 'draft' : 'publish')) === null) return false;
    if (files !== null) showToast(stillWaitingText(saved, waiting));
    return files === null;
  };
  useUnsavedChanges(editor.isDirty, store, files);
  const save = async (then: Purpose): Promise<void> => {
    setWorking(then);
    const id = await editor.save(isDraft && then === 'save' ? 'draft' : 'publish');
    setWorking(null);
    if (id === null) return;
    if (then === 'publish') return onPublish();
    showToast(waiting > 0 ? stillWaitingText(saved, waiting) : saved);
    if (waiting > 0) return;
    endEditing();
    window.scrollTo(0, 0);
  };
  return { working, save };
}

interface EditButtonsProps {
  readonly meeting: Meeting;
  readonly findsDate: boolean;
  readonly isDirty: boolean;
  readonly working: Purpose | null;
  readonly onSave: (then: Purpose) => Promise<void>;
  readonly onDone: () => void;
}

function EditButtons({ meeting, findsDate, isDirty, working, onSave, onDone }: EditButtonsProps) {
  const isSaving = isDirty || working === 'save';
  return (
    <>
      <Button
        variant={meeting.can.publish ? 'quiet' : 'primary'}
        isPending={working === 'save'}
        onPress={() => (isSaving ? onSave('save') : onDone())}
      >
        {isSaving ? (meeting.state === 'draft' ? 'Save draft' : 'Save') : 'Done'}
      </Button>
      {meeting.can.publish && (
        <Button variant="primary" isPending={working === 'publish'} onPress={() => onSave('publish')}>
          {findsDate ? 'Ask for a date' : 'Publish'}
        </Button>
      )}
    </>
  );
}

interface EditDialogsProps {
  readonly meeting: Meeting;
  readonly editor: MeetingEditor;
  readonly files: UnsavedFiles | null;
  readonly asking: Question | null;
  readonly onClose: () => void;
}

function EditDialogs({ meeting, editor, files, asking, onClose }: EditDialogsProps) {
  const findsDate = editor.values.when === 'find';
  const notes = files === null ? [] : [files.note];
  const discard = (): void => {
    files?.discard();
    endEditing();
  };
  return (
    <>
      <PublishDialog
        isOpen={asking === 'publish'}
        meeting={{
          ...meeting,
          title: editor.values.title,
          type: editor.values.type,
          join_url: editor.values.join_url,
          dateCount: findsDate ? editor.values.date_options.length : 0,
          itemIds: editor.agenda.items().flatMap((item) => item.id ?? []),
          agendaMinutes: agendaMinutes(editor.agenda.items()),
        }}
        onClose={onClose}
        onAddLink={() => editor.form.setFocus('join_url')}
        onPublished={() => {
          showToast(publishedText(findsDate));
          endEditing();
        }}
      />
      <ConfirmDialog
        isOpen={asking === 'discard'}
        onClose={onClose}
        title="Discard your changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={discard}
      >
        <p>What you have typed since the last save will be lost. Uploaded documents are kept.</p>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </ConfirmDialog>
      <UnsavedDialog
        isOpen={asking === 'leave-files'}
        isTyped={false}
        notes={notes}
        onStay={onClose}
        onDiscard={discard}
        onSave={null}
      />
    </>
  );
}

function PublishedDate({ meeting, agenda }: { readonly meeting: Meeting; readonly agenda: AgendaDraft }) {
  const timeZone = useTimeZone();
  const minutes = useStore(agenda.store, ({ items }) => agendaMinutes(items));
  const over = agendaOverrun(formOfMeeting(meeting, timeZone), minutes, timeZone);
  return (
    <Card label="Date">
      <Stack gap="s">
        <div>
          {meeting.finds_date || meeting.start === null || meeting.end === null ? (
            <p>No date was picked.</p>
          ) : (
            <>
              <p>
                <time dateTime={isoDate(meeting.start, timeZone)}>{formatHeadingDate(meeting.start, timeZone)}</time>
              </p>
              <p>{formatTimeRange(meeting.start, meeting.end, timeZone)}</p>
              {over !== null && <p>{overrunText(over.minutes)}</p>}
            </>
          )}
          <p className="meta">{meetingTypeLabels[meeting.type]}. A published meeting keeps its date, times and type.</p>
        </div>
        {meeting.can.reschedule && (
          <Cluster>
            <LinkButton size="s" icon={CalendarClock} href={paths.meetingEdit(meeting.id)}>
              Reschedule
            </LinkButton>
          </Cluster>
        )}
      </Stack>
    </Card>
  );
}

function useBeginning(meetingId: string, { form: { setFocus }, check }: MeetingEditor): void {
  const { isCopy = false, lacksDate = false, lacksLink = false } = useEditing(meetingId) ?? {};
  // In an effect, because the fields exist only after rendering.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, not whenever the check is made again
  useEffect(() => {
    if (isCopy) setFocus('title', { shouldSelect: true });
    if (lacksDate) void check('publish');
    if (lacksLink) setFocus('join_url');
  }, [isCopy, lacksDate, lacksLink, setFocus]);
}
