import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import type { MeetingSummary } from '#contract/summaries.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const CalendarDialog = lazyPart(() => import('./calendar-dialog.tsx'), 'CalendarDialog');

interface AddToCalendarButtonProps {
  readonly meetingId: string;
  readonly variant?: 'secondary' | 'quiet' | undefined;
}

export function AddToCalendarButton({ meetingId, variant = 'quiet' }: AddToCalendarButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} icon={CalendarPlus} aria-haspopup="dialog" onPress={() => setOpen(true)}>
        Add to calendar
      </Button>
      {isOpen && <CalendarDialog meetingId={meetingId} onClose={() => setOpen(false)} />}
    </>
  );
}

export function canAddToCalendar(
  meeting: { readonly state: MeetingSummary['state']; readonly end: string | null },
  now: Date,
): boolean {
  return meeting.state === 'published' && meeting.end !== null && new Date(meeting.end) > now;
}
