import { useRouter } from '@tanstack/react-router';
import {
  Bell,
  BookOpen,
  CalendarClock,
  CalendarX,
  ClipboardCheck,
  Copy,
  Download,
  Ellipsis,
  FileX,
  Link,
  Pencil,
  RotateCcw,
  Send,
  Trash2,
} from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { duplicateMeeting } from '#contract/meeting-lifecycle.ts';
import type { Meeting } from '#contract/meetings.ts';
import { calendarPaths } from '#domain/calendar-paths.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import { useCall } from '#web/api/mutations.ts';
import { useStart } from '#web/api/start.ts';
import { beginEditing } from '#web/features/homes/meetings/edit-mode.ts';
import { ActDialogs, type OpenDialog } from '#web/features/homes/meetings/lifecycle/act-dialogs.tsx';
import { attendanceReason } from '#web/features/homes/meetings/meeting-labels.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '#web/ui/overlays/menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { PageToolbar } from '#web/ui/page.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';

/** Asks which papers go into one file. It is loaded when it is first opened. */
export type BoardBook = ComponentType<{
  readonly meeting: Meeting;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}>;

interface MeetingToolbarProps {
  readonly meeting: Meeting;
  readonly BoardBook: BoardBook;
}

/** The actions on a meeting that its `can` allows. */
export function MeetingToolbar({ meeting, BoardBook }: MeetingToolbarProps) {
  const router = useRouter();
  const [asking, setAsking] = useState<OpenDialog | null>(null);
  const { can, id } = meeting;
  const publishLabel = meeting.finds_date ? 'Ask for a date' : 'Publish';
  const silent = meeting.counts?.silent ?? 0;
  const opensMinutes = useStart().settings.attendance_opens_minutes_before;
  const duplicate = useCall(duplicateMeeting, {
    invalidates: ['meetings'],
    onSuccess: async ({ meeting: copy }) => {
      beginEditing(copy.id, { isCopy: true });
      await router.navigate({ href: paths.meeting(copy.id) });
      showToast('Copied as a draft, without the documents. Give it a title and a date of its own.');
    },
  });
  const ask = (what: OpenDialog) => () => setAsking(what);
  const [book, setBook] = useState<'closed' | 'open' | 'never'>('never');
  const openBook = (): void => setBook('open');
  const edit = (): void => beginEditing(id);
  const publish = (): void => {
    if (meeting.start === null) {
      beginEditing(id, { lacksDate: true });
      showToast(meetingMessages.dateMissing);
    } else setAsking('publish');
  };
  const attend = (): void => void router.navigate({ href: paths.meetingAttendance(id) });
  return (
    <PageToolbar
      crumbs={
        <>
          <Breadcrumbs items={[{ label: 'Meetings', href: paths.meetings() }, { label: meeting.audience }]} />
          {meeting.state === 'draft' && <Badge tone="caution">Draft</Badge>}
          {meeting.state === 'finding-date' && <Badge tone="board">Finding a date</Badge>}
          {meeting.state === 'cancelled' && <Badge tone="negative">Cancelled</Badge>}
        </>
      }
    >
      {can.edit && (
        <Button size="s" icon={Pencil} onPress={edit}>
          Edit
        </Button>
      )}
      {can.take_attendance && (
        <Button size="s" icon={ClipboardCheck} onPress={attend}>
          Take attendance
        </Button>
      )}
      <Button size="s" icon={BookOpen} onPress={openBook}>
        Board book
      </Button>
      {can.publish && (
        <Button size="s" variant="primary" icon={Send} onPress={publish}>
          {publishLabel}
        </Button>
      )}
      <MenuTrigger>
        <IconButton outlined size="s" icon={Ellipsis} aria-label="Meeting actions" />
        <Menu aria-label="Meeting actions" wide>
          {can.edit && (
            <MenuItem onlySmall icon={Pencil} onAction={edit}>
              Edit
            </MenuItem>
          )}
          {can.take_attendance && (
            <MenuItem onlySmall icon={ClipboardCheck} onAction={attend}>
              Take attendance
            </MenuItem>
          )}
          {can.edit && !can.take_attendance && meeting.state === 'published' && (
            <MenuItem icon={ClipboardCheck} disabledReason={attendanceReason(meeting, opensMinutes)}>
              Take attendance
            </MenuItem>
          )}
          <MenuItem onlySmall icon={BookOpen} onAction={openBook}>
            Board book
          </MenuItem>
          {can.publish && (
            <MenuItem onlySmall icon={Send} onAction={publish}>
              {publishLabel}
            </MenuItem>
          )}
          {can.reschedule && (
            <MenuItem icon={CalendarClock} href={paths.meetingEdit(id)}>
              Reschedule
            </MenuItem>
          )}
          {can.duplicate && (
            <MenuItem
              icon={Copy}
              description="A draft without the documents"
              onAction={() => duplicate.mutate({ params: { id }, body: {} })}
            >
              Duplicate
            </MenuItem>
          )}
          {!meeting.finds_date && (
            <MenuItem icon={Download} onAction={() => window.location.assign(calendarPaths.addMeeting('', id, 'ical'))}>
              Download .ics
            </MenuItem>
          )}
          {(can.notify_changes || can.remind) && <MenuSeparator />}
          {can.notify_changes && (
            <MenuItem icon={Send} onAction={ask('tell')}>
              Tell members what changed
            </MenuItem>
          )}
          {can.remind && (
            <MenuItem
              icon={Bell}
              count={silent}
              {...(silent === 0
                ? { disabledReason: meeting.finds_date ? 'Everybody has answered' : 'Everybody has replied' }
                : {})}
              onAction={ask('remind')}
            >
              Remind those who have not replied
            </MenuItem>
          )}
          {can.edit && meeting.state !== 'draft' && (
            <MenuItem icon={Link} onAction={ask('links')}>
              Links
            </MenuItem>
          )}
          {can.edit && (
            <MenuItem icon={FileX} onAction={ask('deleted-documents')}>
              Deleted documents
            </MenuItem>
          )}
          {can.edit && <MenuSeparator />}
          {can.restore && (
            <MenuItem icon={RotateCcw} onAction={ask('restore')}>
              Restore meeting
            </MenuItem>
          )}
          {can.cancel && (
            <MenuItem icon={CalendarX} danger onAction={ask('cancel')}>
              Cancel meeting
            </MenuItem>
          )}
          {can.edit && (
            <MenuItem
              icon={Trash2}
              danger
              {...(can.delete ? {} : { disabledReason: meetingMessages.cancelFirst })}
              onAction={ask('delete')}
            >
              {meeting.state === 'draft' ? 'Delete draft' : 'Delete meeting'}
            </MenuItem>
          )}
        </Menu>
      </MenuTrigger>
      <ActDialogs meeting={meeting} asking={asking} onClose={() => setAsking(null)} />
      {book !== 'never' && (
        <Suspense fallback={null}>
          <BoardBook meeting={meeting} isOpen={book === 'open'} onClose={() => setBook('closed')} />
        </Suspense>
      )}
    </PageToolbar>
  );
}
