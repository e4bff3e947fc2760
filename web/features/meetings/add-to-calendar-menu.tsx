import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { type CalendarType, calendarTypeLabels, calendarTypes } from '../../../domain/calendar-types.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Menu, MenuItem, MenuTrigger } from '../../ui/overlays/menu.tsx';
import { lastCalendarType, openCalendarLink } from './calendar-choice.ts';

interface AddToCalendarMenuProps {
  /** Where one type of calendar takes the meeting. */
  readonly addressOf: (type: CalendarType) => string;
  readonly variant?: 'secondary' | 'quiet' | undefined;
}

/** The calendar types, with the last chosen one marked. */
export function AddToCalendarMenu({ addressOf, variant = 'quiet' }: AddToCalendarMenuProps) {
  const [last, setLast] = useState(lastCalendarType);
  const add = (type: CalendarType): void => {
    setLast(type);
    openCalendarLink(addressOf(type), type);
  };
  return (
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
      </Menu>
    </MenuTrigger>
  );
}
