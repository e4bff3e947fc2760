import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, LockKeyhole, LockKeyholeOpen } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { closeMeeting, reopenMeeting } from '#contract/meeting-lifecycle.ts';
import { type AgendaItem, getMeeting, type Meeting } from '#contract/meetings.ts';
import type { PollsOfItem } from '#contract/polls.ts';
import { formatDate } from '#domain/dates.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useBoard, useTimeZone } from '#web/api/start.ts';
import { restoredDraft } from '#web/features/core/drafts/draft-autosave.ts';
import type { PaperParts } from '#web/features/homes/meetings/agenda/agenda-item-row.tsx';
import { LinkedText, MeetingAgenda } from '#web/features/homes/meetings/agenda/meeting-agenda.tsx';
import { DateSearchSection } from '#web/features/homes/meetings/date-finding/date-search.tsx';
import { beginEditing, endEditing, useEditing } from '#web/features/homes/meetings/edit-mode.ts';
import { isUpcoming } from '#web/features/homes/meetings/meeting-labels.ts';
import { MeetingRsvp } from '#web/features/homes/meetings/rsvp/meeting-rsvp.tsx';
import { ItemPolls } from '#web/features/papers/polls/item-polls.tsx';
import { DocumentOverlay } from '#web/features/papers/reading/document-overlay.tsx';
import { listedDocuments } from '#web/features/papers/reading/opening.ts';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Columns, Page } from '#web/ui/page.tsx';
import { Attendees } from './attendees.tsx';
import { MeetingHeading } from './meeting-heading.tsx';
import styles from './meeting-page.module.css';
import { type BoardBook, MeetingToolbar } from './meeting-toolbar.tsx';

const draftShowing = () => import('#web/features/homes/meetings/showing/draft-showing.tsx');
const DraftNotice = lazyPart(draftShowing, 'DraftNotice');
const ItemComments = lazyPart(draftShowing, 'ItemComments');

const TellAfterReplacing = lazyPart(() => import('./tell-after-replacing.tsx'), 'TellAfterReplacing');
const skeleton = (
  <Page>
    <PageSkeleton />
  </Page>
);
const MeetingEdit = lazyPart(
  () => import('#web/features/homes/meetings/form/meeting-edit.tsx'),
  'MeetingEdit',
  skeleton,
);

const AudienceCard = lazyPart(() => import('#web/features/homes/meetings/form/audience-card.tsx'), 'AudienceCard');

const AttendanceMode = lazyPart(
  () => import('#web/features/homes/meetings/attendance/attendance-mode.tsx'),
  'AttendanceMode',
  skeleton,
);

interface Parts {
  readonly BoardBook: BoardBook;
  readonly Actions: ComponentType<{ readonly meeting: Meeting }>;
  readonly ItemActions: ComponentType<{
    readonly meetingId: string;
    readonly item: Pick<AgendaItem, 'id' | 'kind'> & { readonly number: string };
  }>;
  readonly AgendaOffers: ComponentType<{ readonly meeting: Meeting }>;
  readonly papers: PaperParts;
  readonly RoomEntry: ComponentType<{ readonly meetingId: string }>;
  readonly MinutesEntry: ComponentType<{ readonly meetingId: string }>;
}

export function MeetingPage(parts: Parts) {
  const router = useRouter();
  const { id } = useParams({ from: '/shell/board/meetings/$id' });
  const { data } = useSuspenseQuery(queryFor(getMeeting, { params: { id } }));
  const { meeting } = data;
  const { attendance } = useSearch({ from: '/shell/board/meetings/$id' });
  const isEditing = useEditing(id) !== null && meeting.can.edit;
  const isAttending = attendance !== undefined && meeting.can.edit && meeting.state === 'published';
  usePageTitle(meeting.title);
  useResumedEditing(meeting);
  return (
    <>
      {isAttending ? (
        <AttendanceMode
          key={meeting.id}
          meeting={meeting}
          onClose={() => void router.navigate({ href: paths.meeting(id), replace: true })}
        />
      ) : isEditing ? (
        <MeetingEdit
          key={meeting.id}
          meeting={meeting}
          offers={<parts.AgendaOffers meeting={meeting} />}
          papers={parts.papers}
          onClose={endEditing}
        />
      ) : (
        <MeetingView meeting={meeting} {...parts} />
      )}
      <DocumentOverlay listed={listedDocuments(meeting)} />
      {meeting.can.notify_changes && <TellAfterReplacing meeting={meeting} />}
    </>
  );
}

function useResumedEditing({ id, can }: Meeting): void {
  const isRestored = can.edit && restoredDraft(paths.meeting(id)) !== null;
  useEffect(() => {
    if (isRestored) beginEditing(id);
  }, [id, isRestored]);
}

interface MeetingViewProps extends Parts {
  readonly meeting: Meeting;
}

function MeetingView({ meeting, ...parts }: MeetingViewProps) {
  const { BoardBook, Actions, ItemActions, AgendaOffers, RoomEntry, MinutesEntry, papers } = parts;
  const timeZone = useTimeZone();
  const board = useBoard();
  const { invitees } = meeting;
  const isDraft = meeting.state === 'draft';
  const edits = meeting.can.edit;
  const hasRecord = !isDraft || edits;
  const polls = useWaitingFirst(meeting.polls);
  const isBefore = isUpcoming(meeting.attendance_opens_at, new Date());
  const room = meeting.state === 'published' && !meeting.finds_date && (
    <div className={styles['off-paper']}>
      {meeting.is_closed ? <MinutesEntry meetingId={meeting.id} /> : <RoomEntry meetingId={meeting.id} />}
    </div>
  );
  const pollsOfMeeting = {
    parent: { kind: 'meeting', id: meeting.id },
    timeZone,
    closings: closingsOf(meeting),
  } as const;
  return (
    <Page>
      <MeetingToolbar meeting={meeting} BoardBook={BoardBook} />
      <p className={styles['print-board']}>{board?.title}</p>
      <MeetingHeading meeting={meeting} timeZone={timeZone} />
      <Stack gap="s">
        {isDraft && <DraftNotice meeting={meeting} />}
        {meeting.state === 'cancelled' && <Notice tone="negative">This meeting is cancelled.</Notice>}
        <ClosedNotice meeting={meeting} />
        {!isBefore && room}
        {!meeting.finds_date && <MeetingRsvp meeting={meeting} canRespond={meeting.can.respond} />}
        {isBefore && room}
      </Stack>
      <Columns
        pairsAside
        spaced
        asideLabel="About this meeting"
        lead={polls.waiting && <ItemPolls of={polls.waiting} {...pollsOfMeeting} />}
        aside={
          <>
            <ItemPolls of={polls.others} {...pollsOfMeeting} />
            {isDraft
              ? edits && <AudienceCard meeting={meeting} findsDate={meeting.finds_date} />
              : invitees !== null &&
                invitees.length > 0 &&
                !meeting.finds_date && <Attendees meeting={{ ...meeting, invitees }} />}
            <MeetingNeighbours meeting={meeting} />
          </>
        }
      >
        {meeting.date_search !== null && meeting.date_search.options.length > 0 && (
          <DateSearchSection
            search={meeting.date_search}
            answerer={{ kind: 'member', meetingId: meeting.id }}
            timeZone={timeZone}
            canAnswerFor={meeting.can.answer_for}
          />
        )}
        {meeting.description !== '' && <LinkedText className={styles.description} text={meeting.description} />}
        <div className={clsx(styles['off-paper'], styles.offers)}>
          <AgendaOffers meeting={meeting} />
        </div>
        <MeetingAgenda
          meeting={meeting}
          timeZone={timeZone}
          hrefOf={(document) => paths.meeting(meeting.id, { document })}
          canEdit={edits}
          below={(item) => (
            <>
              {edits && <papers.Requests meetingId={meeting.id} item={item} />}
              {hasRecord && <ItemActions meetingId={meeting.id} item={item} />}
              {isDraft && <ItemComments meetingId={meeting.id} item={item} />}
            </>
          )}
        />
        <div className={clsx(styles['off-paper'], styles.record)}>{hasRecord && <Actions meeting={meeting} />}</div>
      </Columns>
    </Page>
  );
}

function useWaitingFirst(of: PollsOfItem): { readonly waiting: PollsOfItem | undefined; readonly others: PollsOfItem } {
  const [first, setFirst] = useState<readonly string[]>([]);
  const added = of.polls.filter(({ id, can, has_answered: has }) => can.answer && !has && !first.includes(id));
  if (added.length > 0) setFirst([...first, ...added.map(({ id }) => id)]);
  const waiting = of.polls.filter(({ id }) => first.includes(id));
  return {
    waiting: waiting.length === 0 ? undefined : { polls: waiting, deleted: [], can: { create: false } },
    others: { ...of, polls: of.polls.filter(({ id }) => !first.includes(id)) },
  };
}

function closingsOf({ start, end, finds_date: findsDate }: Meeting) {
  if (start === null || end === null || findsDate) return [];
  return [
    { label: 'When the meeting begins', at: start },
    { label: 'When the meeting ends', at: end },
  ];
}

function ClosedNotice({ meeting }: { readonly meeting: Meeting }) {
  const timeZone = useTimeZone();
  const reopen = useCall(reopenMeeting, {
    invalidates: ['meetings', 'timeline'],
    onSuccess: () => void showToast('Meeting reopened'),
  });
  const close = useCall(closeMeeting, {
    invalidates: ['meetings', 'timeline'],
    onSuccess: () => void showToast('Meeting closed again'),
  });
  const input = { params: { id: meeting.id }, body: {} };
  if (meeting.is_closed && meeting.closes_at !== null) {
    return (
      <Notice
        icon={LockKeyhole}
        actions={
          meeting.can.reopen && (
            <Button size="s" isPending={reopen.isPending} onPress={() => reopen.mutate(input)}>
              Reopen
            </Button>
          )
        }
      >
        This meeting became read-only on {formatDate(meeting.closes_at, timeZone)}: its agenda, replies and attendance
        can no longer be changed. Documents can still be added and replaced.
      </Notice>
    );
  }
  if (!meeting.is_reopened) return null;
  return (
    <Notice
      tone="caution"
      icon={LockKeyholeOpen}
      actions={
        meeting.can.close && (
          <Button size="s" isPending={close.isPending} onPress={() => close.mutate(input)}>
            Close again
          </Button>
        )
      }
    >
      This meeting was reopened: its agenda, replies and attendance can be changed.
    </Notice>
  );
}

function MeetingNeighbours({ meeting }: { readonly meeting: Pick<Meeting, 'previous_id' | 'next_id'> }) {
  const { previous_id: previous, next_id: next } = meeting;
  if (previous === null && next === null) return null;
  return (
    <nav className={styles.neighbours} aria-label="Other meetings">
      {previous !== null && (
        <LinkButton variant="quiet" size="s" icon={ChevronLeft} href={paths.meeting(previous)}>
          Previous meeting
        </LinkButton>
      )}
      {next !== null && (
        <span className={styles.next}>
          <LinkButton variant="quiet" size="s" iconEnd={ChevronRight} href={paths.meeting(next)}>
            Next meeting
          </LinkButton>
        </span>
      )}
    </nav>
  );
}
