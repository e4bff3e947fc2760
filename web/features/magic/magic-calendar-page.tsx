import { useParams } from '@tanstack/react-router';
import { calendarMessages } from '../../../domain/messages.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { CalendarChoicePanel } from './calendar-choice-panel.tsx';
import { MagicCard } from './magic-frame.tsx';
import { useMagicMeeting } from './use-magic-meeting.ts';

/** /addtocalendar/{uid} (specification, section 2, 'Magic add-to-calendar page'). */
export function MagicCalendarPage() {
  const { uid } = useParams({ from: '/addtocalendar/$uid' });
  const state = useMagicMeeting(uid);
  return (
    <MagicCard state={state}>
      {() => (
        <>
          <CalendarChoicePanel uid={uid} />
          <LinkButton block href={paths.magicMeeting(uid)}>
            {calendarMessages.viewMeeting}
          </LinkButton>
        </>
      )}
    </MagicCard>
  );
}
