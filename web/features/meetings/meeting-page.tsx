import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { getMeeting, type Meeting } from '../../../contract/meetings.ts';
import { queryFor } from '../../api/queries.ts';
import { useTimeZone } from '../../api/start.ts';
import { paths } from '../../paths.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PageSkeleton } from '../../ui/feedback/skeletons.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Columns, Page } from '../../ui/page.tsx';
import { DocumentOverlay } from '../documents/document-overlay.tsx';
import { listedDocuments } from '../documents/gone-document.ts';
import { Attendees } from './attendees.tsx';
import { AudienceSection } from './audience-section.tsx';
import { useIsEditing } from './edit-mode.ts';
import { MeetingAgenda } from './meeting-agenda.tsx';
import { MeetingHeading } from './meeting-heading.tsx';
import { MeetingNeighbours } from './meeting-neighbours.tsx';
import styles from './meeting-page.module.css';
import { MeetingRsvp } from './meeting-rsvp.tsx';
import { MeetingToolbar } from './meeting-toolbar.tsx';

const MeetingEdit = lazy(async () => {
  const { MeetingEdit: edit } = await import('./meeting-edit.tsx');
  return { default: edit };
});

/** /meetings/{id}: read by everybody invited, edited in place by editors. */
export function MeetingPage() {
  const { id } = useParams({ from: '/shell/board/meetings/$id' });
  const { data } = useSuspenseQuery(queryFor(getMeeting, { params: { id } }));
  const { meeting } = data;
  const isEditing = useIsEditing(id) && meeting.can.edit;
  usePageTitle(meeting.title);
  return (
    <>
      {isEditing ? (
        <Suspense
          fallback={
            <Page>
              <PageSkeleton />
            </Page>
          }
        >
          <MeetingEdit key={meeting.id} meeting={meeting} />
        </Suspense>
      ) : (
        <MeetingView meeting={meeting} />
      )}
      <DocumentOverlay meetingId={meeting.id} listed={listedDocuments(meeting)} />
    </>
  );
}

function MeetingView({ meeting }: { readonly meeting: Meeting }) {
  const timeZone = useTimeZone();
  const { invitees } = meeting;
  return (
    <Page>
      <MeetingToolbar meeting={meeting} />
      <MeetingHeading meeting={meeting} timeZone={timeZone} />
      <Stack gap="s">
        {meeting.state === 'draft' && (
          <Notice tone="caution">This is a draft. Only those who edit it see it; publishing invites everybody.</Notice>
        )}
        {meeting.state === 'cancelled' && <Notice tone="negative">This meeting is cancelled.</Notice>}
        <MeetingRsvp meeting={meeting} canRespond={meeting.can.respond} />
      </Stack>
      <Columns
        spaced
        gap="l"
        asideLabel="About this meeting"
        aside={
          <>
            {meeting.state === 'draft' ? (
              <AudienceSection />
            ) : (
              invitees !== null && invitees.length > 0 && <Attendees meeting={{ ...meeting, invitees }} />
            )}
            <MeetingNeighbours meeting={meeting} />
          </>
        }
      >
        {meeting.description !== '' && <p className={styles.description}>{meeting.description}</p>}
        <MeetingAgenda
          meeting={meeting}
          timeZone={timeZone}
          hrefOf={(document) => paths.meeting(meeting.id, { document })}
        />
      </Columns>
    </Page>
  );
}
