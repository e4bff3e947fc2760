import { useRouter } from '@tanstack/react-router';
import {
  Archive,
  Bell,
  BookOpen,
  CalendarClock,
  CalendarX,
  ClipboardCheck,
  Copy,
  Download,
  Ellipsis,
  FileText,
  FileX,
  LayoutTemplate,
  Link,
  Pencil,
  RotateCcw,
  Send,
  TabletSmartphone,
  Trash2,
} from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import { downloadAgenda, downloadAttendanceSheet } from '#contract/board-book.ts';
import { duplicateMeeting } from '#contract/meeting-lifecycle.ts';
import type { Meeting } from '#contract/meetings.ts';
import { calendarPaths } from '#domain/calendar-paths.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import { endpointAddress } from '#web/api/call.ts';
import { useCall } from '#web/api/mutations.ts';
import { useStart } from '#web/api/start.ts';
import { beginEditing, originalTimes } from '#web/features/homes/meetings/edit-mode.ts';
import { ActDialogs, type OpenDialog } from '#web/features/homes/meetings/lifecycle/act-dialogs.tsx';
import { attendanceReason } from '#web/features/homes/meetings/meeting-labels.ts';
import { useKeepEntry } from '#web/features/papers/kept-papers/keep-entry.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { PageToolbar } from '#web/ui/page.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';

export type BoardBook = ComponentType<{
  readonly meeting: Meeting;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}>;

export function MeetingToolbar({ meeting, BoardBook }: { readonly meeting: Meeting; readonly BoardBook: BoardBook }) {
  const [asking, setAsking] = useState<OpenDialog | null>(null);
  const [book, setBook] = useState<'closed' | 'open' | 'never'>('never');
  const keep = useKeepEntry('meeting', meeting.id);
  const acts = useMeetingActs(meeting, { onAsk: setAsking, onBook: () => setBook('open') });
  const buttons = { meeting, acts, keep: meeting.state === 'draft' ? null : keep };
  return (
    <PageToolbar
      crumbs={
        <>
          <Breadcrumbs items={[{ label: 'Meetings', href: paths.meetings() }, { label: meeting.audience }]} />
          <StateBadge meeting={meeting} />
        </>
      }
    >
      <MeetingButtons {...buttons} />
      <MenuTrigger>
        <IconButton outlined size="s" icon={Ellipsis} aria-label="Meeting actions" />
        <Menu aria-label="Meeting actions" wide>
          <ButtonItems {...buttons} />
          <CopyItems meeting={meeting} acts={acts} />
          <OtherItems meeting={meeting} acts={acts} />
        </Menu>
      </MenuTrigger>
      {keep.dialog}
      <ActDialogs meeting={meeting} asking={asking} onClose={() => setAsking(null)} />
      {book !== 'never' && <BoardBook meeting={meeting} isOpen={book === 'open'} onClose={() => setBook('closed')} />}
    </PageToolbar>
  );
}

function useMeetingActs(
  meeting: Meeting,
  { onAsk, onBook }: { readonly onAsk: (what: OpenDialog) => void; readonly onBook: () => void },
) {
  const { id, start } = meeting;
  const router = useRouter();
  const duplicate = useCall(duplicateMeeting, {
    invalidates: ['meetings'],
    onSuccess: async ({ meeting: copy }) => {
      beginEditing(copy.id, { isCopy: true, times: originalTimes(meeting) });
      await router.navigate({ href: paths.meeting(copy.id) });
      showToast('Copied as a draft without the documents. Give it a new title and date.');
    },
  });
  return {
    edit: () => beginEditing(id),
    attend: () => void router.navigate({ href: paths.meetingAttendance(id) }),
    publish: () => {
      if (start === null) {
        beginEditing(id, { lacksDate: true });
        showToast(meetingMessages.dateMissing);
      } else onAsk('publish');
    },
    duplicate: () => duplicate.mutate({ params: { id }, body: {} }),
    openBook: onBook,
    ask: (what: OpenDialog) => () => onAsk(what),
  };
}

function StateBadge({ meeting: { state } }: { readonly meeting: Meeting }) {
  if (state === 'draft') return <Badge tone="caution">Draft</Badge>;
  if (state === 'finding-date') return <Badge tone="board">Finding a date</Badge>;
  return state === 'cancelled' ? <Badge tone="negative">Cancelled</Badge> : null;
}

const publishLabel = (meeting: Meeting): string => (meeting.finds_date ? 'Ask for a date' : 'Publish');

interface ActionsProps {
  readonly meeting: Meeting;
  readonly acts: ReturnType<typeof useMeetingActs>;
}

interface ButtonsProps extends ActionsProps {
  /** Is null for drafts, which cannot be stored on devices. */
  readonly keep: ReturnType<typeof useKeepEntry> | null;
}

function MeetingButtons({ meeting, acts, keep }: ButtonsProps) {
  const { can } = meeting;
  return (
    <>
      {can.edit && (
        <Button size="s" icon={Pencil} onPress={acts.edit}>
          Edit
        </Button>
      )}
      {can.take_attendance && (
        <Button size="s" icon={ClipboardCheck} onPress={acts.attend}>
          Take attendance
        </Button>
      )}
      <Button size="s" icon={BookOpen} onPress={acts.openBook}>
        Board book
      </Button>
      {keep !== null && !can.edit && (
        <Button size="s" icon={TabletSmartphone} onPress={keep.onPress}>
          {keep.label}
        </Button>
      )}
      {can.publish && (
        <Button size="s" variant="primary" icon={Send} onPress={acts.publish}>
          {publishLabel(meeting)}
        </Button>
      )}
    </>
  );
}

function ButtonItems({ meeting, acts, keep }: ButtonsProps) {
  const { can } = meeting;
  const opensMinutes = useStart().settings.attendance_opens_minutes_before;
  return (
    <>
      {can.edit && <MenuItem onlySmall icon={Pencil} label="Edit" onAction={acts.edit} />}
      {can.take_attendance && (
        <MenuItem onlySmall icon={ClipboardCheck} label="Take attendance" onAction={acts.attend} />
      )}
      {can.note_apologies && (
        <MenuItem
          icon={ClipboardCheck}
          label="Record apologies"
          description={attendanceReason(meeting, opensMinutes)}
          onAction={acts.attend}
        />
      )}
      {can.edit && !can.take_attendance && !can.note_apologies && meeting.state === 'published' && (
        <MenuItem
          icon={ClipboardCheck}
          label="Take attendance"
          disabledReason={attendanceReason(meeting, opensMinutes)}
        />
      )}
      <MenuItem onlySmall icon={BookOpen} label="Board book" onAction={acts.openBook} />
      {keep !== null && (
        <MenuItem onlySmall={!can.edit} icon={TabletSmartphone} label={keep.label} onAction={keep.onPress} />
      )}
      {can.publish && <MenuItem onlySmall icon={Send} label={publishLabel(meeting)} onAction={acts.publish} />}
    </>
  );
}

const agendaFormats = [
  { format: 'pdf', label: 'Agenda (PDF)' },
  { format: 'docx', label: 'Agenda (Word)' },
] as const;

function CopyItems({ meeting: { id, can, state, invitees, finds_date: findsDate }, acts }: ActionsProps) {
  return (
    <>
      {can.reschedule && <MenuItem icon={CalendarClock} label="Reschedule" href={paths.meetingEdit(id)} />}
      {can.duplicate && (
        <>
          <MenuItem
            icon={Copy}
            label="Duplicate"
            description="A draft without the documents"
            onAction={acts.duplicate}
          />
          <MenuItem icon={LayoutTemplate} label="Save as template" onAction={acts.ask('template')} />
        </>
      )}
      {agendaFormats.map(({ format, label }) => (
        <MenuItem
          key={format}
          icon={FileText}
          label={label}
          onAction={() =>
            window.location.assign(endpointAddress(downloadAgenda, { params: { id }, query: { format } }))
          }
        />
      ))}
      {invitees !== null && (can.edit || state !== 'draft') && (
        <MenuItem
          icon={FileText}
          label="Attendance sheet (PDF)"
          onAction={() => window.location.assign(endpointAddress(downloadAttendanceSheet, { params: { id } }))}
        />
      )}
      {!findsDate && state !== 'draft' && (
        <MenuItem
          icon={Download}
          label="Download .ics"
          onAction={() => window.location.assign(calendarPaths.addMeeting('', id, 'ical'))}
        />
      )}
    </>
  );
}

function OtherItems({ meeting: { can, counts, state, finds_date: findsDate }, acts }: ActionsProps) {
  const silent = counts?.silent ?? 0;
  const allAnswered = findsDate ? 'Everybody has answered' : 'Everybody has replied';
  const isBoardAdmin = useStart().user?.boardInfo?.is_board_admin === true;
  return (
    <>
      {(can.notify_changes || can.remind) && <MenuSeparator />}
      {can.notify_changes && <MenuItem icon={Send} label="Tell members what changed" onAction={acts.ask('tell')} />}
      {can.remind && (
        <MenuItem
          icon={Bell}
          label="Remind those who have not replied"
          count={silent}
          disabledReason={silent === 0 ? allAnswered : undefined}
          onAction={acts.ask('remind')}
        />
      )}
      {can.edit && (
        <>
          {state !== 'draft' && <MenuItem icon={Link} label="Links" onAction={acts.ask('links')} />}
          <MenuItem icon={FileX} label="Deleted documents" onAction={acts.ask('deleted-documents')} />
          {isBoardAdmin && <MenuItem icon={Archive} label="Keep everything" onAction={acts.ask('hold')} />}
          <MenuSeparator />
        </>
      )}
      {can.restore && <MenuItem icon={RotateCcw} label="Restore meeting" onAction={acts.ask('restore')} />}
      {can.cancel && <MenuItem icon={CalendarX} label="Cancel meeting" danger onAction={acts.ask('cancel')} />}
      {can.edit && (
        <MenuItem
          icon={Trash2}
          label={state === 'draft' ? 'Delete draft' : 'Delete meeting'}
          danger
          disabledReason={can.delete ? undefined : meetingMessages.cancelFirst}
          onAction={acts.ask('delete')}
        />
      )}
    </>
  );
}
