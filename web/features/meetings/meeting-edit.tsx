import { useEffect, useRef, useState } from 'react';
import type { Meeting } from '../../../contract/meetings.ts';
import { dateBlock, formatHeadingDate, formatTimeRange } from '../../../domain/dates.ts';
import { useTimeZone } from '../../api/start.ts';
import { paths } from '../../paths.ts';
import { TopBarActions } from '../../shell/top-bar-actions.tsx';
import { useUnsavedChanges } from '../../shell/unsaved-changes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card, Stack } from '../../ui/layout.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { Columns, Page, PageHead } from '../../ui/page.tsx';
import { Breadcrumbs } from '../../ui/rows/breadcrumbs.tsx';
import { AudienceSection } from './audience-section.tsx';
import { endEditing } from './edit-mode.ts';
import { AgendaEditor } from './form/agenda-editor.tsx';
import { DateCard } from './form/date-card.tsx';
import { DetailsFields } from './form/details-fields.tsx';
import { formOfMeeting } from './form/meeting-form.ts';
import { useMeetingEditor } from './form/use-meeting-editor.ts';
import { meetingTypeLabels } from './meeting-words.ts';
import { PublishDialog } from './publish-dialog.tsx';

/** Edit mode of /meetings/{id}: title, place, text and agenda; of a draft also type and times. Resets no answer. */
export function MeetingEdit({ meeting }: { readonly meeting: Meeting }) {
  const timeZone = useTimeZone();
  const isDraft = meeting.state === 'draft';
  // What others change meanwhile does not overwrite what is being typed; documents are always shown as they are.
  const [opened] = useState(() => formOfMeeting(meeting, timeZone));
  const editor = useMeetingEditor({ meetingId: meeting.id, form: opened, timeZone });
  const [asking, setAsking] = useState<'leave' | 'publish' | null>(null);
  const [working, setWorking] = useState<'save' | 'publish' | null>(null);
  useUnsavedChanges(editor.isDirty);
  useEndedByLeaving();

  const save = async (then: 'save' | 'publish'): Promise<void> => {
    setWorking(then);
    const id = await editor.save();
    setWorking(null);
    if (id === null) return;
    if (then === 'publish') return setAsking('publish');
    showToast(isDraft ? 'Draft saved' : 'Changes saved');
    endEditing();
    window.scrollTo(0, 0);
  };
  const date = dateBlock(meeting.start, timeZone);
  return (
    <Page>
      <TopBarActions>
        <Button
          variant={meeting.can.publish ? 'quiet' : 'primary'}
          isPending={working === 'save'}
          onPress={() => save('save')}
        >
          {isDraft ? 'Save draft' : 'Save'}
        </Button>
        {meeting.can.publish && (
          <Button variant="primary" isPending={working === 'publish'} onPress={() => save('publish')}>
            Publish
          </Button>
        )}
      </TopBarActions>
      <Breadcrumbs items={[{ label: 'Meetings', href: paths.meetings() }, { label: meeting.title }]} />
      <PageHead
        title={isDraft ? 'Edit draft' : 'Edit meeting'}
        actions={
          <Button onPress={() => (editor.isDirty ? setAsking('leave') : endEditing())}>
            {editor.isDirty ? 'Discard changes' : 'Done'}
          </Button>
        }
      />
      <Columns
        width="wide"
        single
        gap="l"
        asideLabel="Date and audience"
        aside={
          isDraft ? (
            <>
              <DateCard editor={editor} />
              <AudienceSection />
            </>
          ) : (
            <Card label="Date">
              <p>
                <time dateTime={date.iso}>{formatHeadingDate(meeting.start, timeZone)}</time>
              </p>
              <p>{formatTimeRange(meeting.start, meeting.end, timeZone)}</p>
              <p className="meta">
                {meetingTypeLabels[meeting.type]}. A published meeting keeps its date, times and type.
              </p>
            </Card>
          )
        }
      >
        <Stack gap="xl">
          <DetailsFields editor={editor} withType={isDraft} />
          <AgendaEditor editor={editor} meeting={meeting} />
        </Stack>
      </Columns>
      <PublishDialog
        isOpen={asking === 'publish'}
        meeting={meeting}
        onClose={() => setAsking(null)}
        onPublished={() => {
          showToast('Meeting published, invitations are on their way');
          endEditing();
        }}
      />
      <ConfirmDialog
        isOpen={asking === 'leave'}
        onClose={() => setAsking(null)}
        title="Discard your changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={endEditing}
      >
        <p>What you have typed since the last save will be lost. Uploaded documents stay.</p>
      </ConfirmDialog>
    </Page>
  );
}

function useEndedByLeaving(): void {
  const isThere = useRef(false);
  // An effect, because whoever comes back to the meeting begins with reading it.
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
      // React's strict mode takes effects away and puts them back at once: that is no leaving.
      queueMicrotask(() => {
        if (!isThere.current) endEditing();
      });
    };
  }, []);
}
