import type { Meeting } from '#contract/meetings.ts';
import { formatHeadingDate, formatTimeRange } from '#domain/dates.ts';
import { meetingTypeLabels } from '#domain/meeting-place.ts';
import type { MeetingType } from '#domain/rsvp.ts';
import { useTimeZone } from '#web/api/start.ts';
import { resetWords } from '#web/features/homes/meetings/act-words.ts';
import { Stack } from '#web/ui/layout.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

interface NewTimes {
  readonly type: MeetingType;
  readonly start: string;
  readonly end: string;
}

interface RescheduleDialogProps {
  readonly meeting: Pick<Meeting, 'title' | 'type' | 'counts'>;
  /** Null: closed. */
  readonly to: NewTimes | null;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (to: NewTimes) => void;
}

/** Says how many replies are reset and who hears of it, before anything moves (product.md, section 4). */
export function RescheduleDialog({ meeting, to, isPending, onClose, onConfirm }: RescheduleDialogProps) {
  const timeZone = useTimeZone();
  const { replied = 0, recipients = 0 } = meeting.counts ?? {};
  return (
    <ConfirmDialog
      isOpen={to !== null}
      onClose={onClose}
      title="Reschedule and ask again?"
      confirmLabel="Reschedule"
      isPending={isPending}
      onConfirm={() => to !== null && onConfirm(to)}
    >
      <Stack gap="s">
        {to !== null && (
          <p>
            <strong>{meeting.title}</strong>
            <br />
            {formatHeadingDate(to.start, timeZone)}, {formatTimeRange(to.start, to.end, timeZone)}
            {to.type !== meeting.type && <>, {meetingTypeLabels[to.type]}</>}
          </p>
        )}
        <p>{resetWords({ replied, recipients })}</p>
      </Stack>
    </ConfirmDialog>
  );
}
