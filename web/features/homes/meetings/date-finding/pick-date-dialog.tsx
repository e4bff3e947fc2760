import type { DateOption } from '#contract/date-options.ts';
import { pickDate } from '#contract/dates.ts';
import { useCall } from '#web/api/mutations.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { dateWords, totalWords } from './date-words.ts';

interface PickDateDialogProps {
  readonly meetingId: string;
  /** Null: closed. */
  readonly option: DateOption | null;
  readonly timeZone: string;
  readonly onClose: () => void;
}

/** Says what picking a date sets off, before it does. */
export function PickDateDialog({ meetingId, option, timeZone, onClose }: PickDateDialogProps) {
  const pick = useCall(pickDate, {
    invalidates: ['meetings', 'timeline'],
    onSuccess: () => {
      onClose();
      showToast('Meeting scheduled, messages are on their way');
    },
    onError: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={option !== null}
      onClose={onClose}
      title="Pick this date?"
      confirmLabel="Pick this date"
      isPending={pick.isPending}
      onConfirm={() => {
        if (option !== null) pick.mutate({ params: { id: meetingId, option_id: option.id }, body: {} });
      }}
    >
      {option !== null && (
        <>
          <p>
            <strong>{dateWords(option, timeZone).whole}</strong>
            <br />
            <span className="meta">{totalWords(option)}</span>
          </p>
          <p>
            The meeting is scheduled. Everybody gets a message with the date for their calendar, and is asked to reply:
            an answer to a date is no reply to the meeting.
          </p>
        </>
      )}
    </ConfirmDialog>
  );
}
