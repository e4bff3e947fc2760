import { CalendarPlus, Rss } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { calendarPaths } from '../../../domain/calendar-paths.ts';
import { type CalendarType, calendarTypeLabels, calendarTypes } from '../../../domain/calendar-types.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '../../ui/overlays/menu.tsx';
import { lastCalendarType, openCalendarLink } from './calendar-choice.ts';

const CalendarDialog = lazy(async () => ({ default: (await import('./calendar-dialog.tsx')).CalendarDialog }));

interface AddToCalendarMenuProps {
  readonly meetingId: string;
  readonly variant?: 'secondary' | 'quiet' | undefined;
}

/** The calendar types, with the last chosen one marked, and the way to subscribe. */
export function AddToCalendarMenu({ meetingId, variant = 'quiet' }: AddToCalendarMenuProps) {
  const [last, setLast] = useState(lastCalendarType);
  const [isSubscribing, setSubscribing] = useState(false);
  const add = (type: CalendarType): void => {
    setLast(type);
    openCalendarLink(calendarPaths.addMeeting('', meetingId, type), type);
  };
  return (
    <>
      <MenuTrigger>
        <Button variant={variant} icon={CalendarPlus}>
          Add to calendar
        </Button>
        <Menu aria-label="Calendar type">
          {calendarTypes.map((type) => (
            <MenuItem
              key={type}
              id={type}
              onAction={() => add(type)}
              {...(type === last ? { description: 'Used last time' } : {})}
            >
              {calendarTypeLabels[type]}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem id="subscribe" icon={Rss} onAction={() => setSubscribing(true)}>
            Subscribe
          </MenuItem>
        </Menu>
      </MenuTrigger>
      <Suspense>
        {isSubscribing && <CalendarDialog meetingId={meetingId} onClose={() => setSubscribing(false)} />}
      </Suspense>
    </>
  );
}
