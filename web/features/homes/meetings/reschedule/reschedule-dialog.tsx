import type { Meeting } from '#contract/meetings.ts';
import { formatHeadingDate, formatTimeRange } from '#domain/dates.ts';
import { meetingTypeLabels } from '#domain/meeting-place.ts';
import { asksRepliesAnew } from '#domain/meeting-times.ts';
import type { MeetingType } from '#domain/rsvp.ts';
import { useTimeZone } from '#web/api/start.ts';
import { repliesStayWords, resetWords } from '#web/features/homes/meetings/act-words.ts';
import { Stack } from '#web/ui/layout.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

interface NewTimes {
  readonly type: MeetingType;
  readonly start: string;
  readonly end: string;
}

interface RescheduleDialogProps {
  readonly meeting: Pick<Meeting, 'title' | 'type' | 'start' | 'counts'>;
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
  const asksAnew = to === null || movesMore(meeting, to);
  return (
    <ConfirmDialog
      isOpen={to !== null}
      onClose={onClose}
      title={asksAnew ? 'Reschedule and ask again?' : 'Move the end?'}
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
        <p>{asksAnew ? resetWords({ replied, recipients }) : repliesStayWords({ recipients })}</p>
      </Stack>
    </ConfirmDialog>
  );
}

/** More than the end. */
const movesMore = ({ type, start }: Pick<Meeting, 'type' | 'start'>, to: NewTimes): boolean =>
  start === null || asksRepliesAnew({ type, start: new Date(start) }, { type: to.type, start: new Date(to.start) });
