import { LockKeyhole, LockKeyholeOpen } from 'lucide-react';
import { closeMeeting, reopenMeeting } from '#contract/meeting-acts.ts';
import type { Meeting } from '#contract/meetings.ts';
import { formatDate } from '#domain/dates.ts';
import { useCall } from '#web/api/mutations.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';

/** Says that a meeting has become read-only, or was reopened; board admins change that. */
export function ClosedNotice({ meeting }: { readonly meeting: Meeting }) {
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
        This meeting became read-only on {formatDate(meeting.closes_at, timeZone)}: agenda, replies and attendance stay
        as they are. Documents can still be added and replaced.
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
      This meeting was reopened: agenda, replies and attendance can be changed.
    </Notice>
  );
}
