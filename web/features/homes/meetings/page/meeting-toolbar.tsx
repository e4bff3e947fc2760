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
import type { IconType } from '#web/ui/icon.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { PageToolbar } from '#web/ui/page.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';

export type BoardBook = ComponentType<{
  readonly meeting: Meeting;
  readonly onClose: () => void;
}>;

export function MeetingToolbar({ meeting, BoardBook }: { readonly meeting: Meeting; readonly BoardBook: BoardBook }) {
  const [asking, setAsking] = useState<OpenDialog | null>(null);
  const [isBookOpen, setBookOpen] = useState(false);
  const keep = useKeepEntry('meeting', meeting.id);
  const acts = useMeetingActs(meeting, { onAsk: setAsking, onBook: () => setBookOpen(true) });
  const mainActs = useMainActs(meeting, acts, meeting.state === 'draft' ? null : keep);
  return (
    <PageToolbar
      crumbs={
        <>
          <Breadcrumbs items={[{ label: 'Meetings', href: paths.meetings() }, { label: meeting.audience }]} />
          <StateBadge meeting={meeting} />
        </>
      }
    >
      {mainActs.map(
        ({ id, icon, label, onAction, isButton = false, isPrimary = false }) =>
          isButton && (
            <Button
              key={id}
              size="s"
              icon={icon}
              variant={isPrimary ? 'primary' : 'secondary'}
              onPress={() => onAction?.()}
            >
              {label}
            </Button>
          ),
      )}
      <MenuTrigger>
        <IconButton outlined size="s" icon={Ellipsis} aria-label="Meeting actions" />
        <Menu aria-label="Meeting actions" wide>
          {mainActs.map(({ isButton = false, isPrimary: _, ...item }) => (
            <MenuItem key={item.id} onlySmall={isButton} {...item} />
          ))}
          <CopyItems meeting={meeting} acts={acts} />
          <OtherItems meeting={meeting} acts={acts} />
        </Menu>
      </MenuTrigger>
      {keep.dialog}
      <ActDialogs meeting={meeting} asking={asking} onClose={() => setAsking(null)} />
      {isBookOpen && <BoardBook meeting={meeting} onClose={() => setBookOpen(false)} />}
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

type MeetingActs = ReturnType<typeof useMeetingActs>;
type KeepEntry = ReturnType<typeof useKeepEntry>;

interface ActionsProps {
  readonly meeting: Meeting;
  readonly acts: MeetingActs;
}

interface MainAct {
  readonly id: string;
  readonly icon: IconType;
  readonly label: string;
  readonly onAction?: () => void;
  /** Buttons are also in the menu on small screens. */
  readonly isButton?: boolean;
  readonly isPrimary?: boolean;
  readonly description?: string;
  readonly disabledReason?: string;
}

/** `keep` is null for drafts, which cannot be stored on devices. */
function useMainActs(meeting: Meeting, acts: MeetingActs, keep: KeepEntry | null): readonly MainAct[] {
  const { can } = meeting;
  const reason = attendanceReason(meeting, useStart().settings.attendance_opens_minutes_before);
  const attend = { id: 'attend', icon: ClipboardCheck, label: 'Take attendance' };
  const isTooEarly = can.edit && !can.take_attendance && !can.note_apologies && meeting.state === 'published';
  const shown: readonly (MainAct | false)[] = [
    can.edit && { id: 'edit', icon: Pencil, label: 'Edit', onAction: acts.edit, isButton: true },
    can.take_attendance && { ...attend, onAction: acts.attend, isButton: true },
    can.note_apologies && { ...attend, label: 'Record apologies', description: reason, onAction: acts.attend },
    isTooEarly && { ...attend, disabledReason: reason },
    { id: 'book', icon: BookOpen, label: 'Board book', onAction: acts.openBook, isButton: true },
    keep !== null && {
      id: 'keep',
      icon: TabletSmartphone,
      label: keep.label,
      onAction: keep.onPress,
      isButton: !can.edit,
    },
    can.publish && {
      id: 'publish',
      icon: Send,
      label: meeting.finds_date ? 'Ask for a date' : 'Publish',
      onAction: acts.publish,
      isButton: true,
      isPrimary: true,
    },
  ];
  return shown.filter((act) => act !== false);
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
