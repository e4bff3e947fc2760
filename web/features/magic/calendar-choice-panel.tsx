import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { calendarPaths } from '../../../domain/calendar-paths.ts';
import { type CalendarType, calendarTypeError } from '../../../domain/calendar-types.ts';
import { Button } from '../../ui/actions/button.tsx';
import { lastCalendarType, openCalendarLink } from '../meetings/calendar-choice.ts';
import { CalendarTypesField } from './calendar-types-field.tsx';
import { CopyLink } from './copy-link.tsx';

interface CalendarChoicePanelProps {
  readonly uid: string;
  readonly block?: boolean | undefined;
}

/** Choose a type, then add this meeting; afterwards the link can be copied (specification, section 4, 'Calendar flow'). */
export function CalendarChoicePanel({ uid, block = false }: CalendarChoicePanelProps) {
  const [type, setType] = useState<CalendarType | null>(lastCalendarType);
  const [error, setError] = useState<string | null>(null);
  const [added, setAdded] = useState<CalendarType | null>(null);
  const add = (): void => {
    const missing = calendarTypeError(type);
    setError(missing);
    if (type === null || missing !== null) return;
    openCalendarLink(calendarPaths.addMagic('', uid, type), type);
    setAdded(type);
  };
  return (
    <>
      <CalendarTypesField
        value={type}
        errorMessage={error}
        onChange={(next) => {
          setType(next);
          setError(null);
        }}
      />
      <div>
        <Button variant="primary" icon={CalendarPlus} block={block} onPress={add}>
          Add this meeting
        </Button>
      </div>
      {added !== null && (
        <CopyLink
          sentence={
            added === 'ical'
              ? 'The calendar file is on its way. If nothing opens, copy this link into your calendar.'
              : 'Your calendar opens in a new window. If nothing opens, copy this link.'
          }
          link={calendarPaths.addMagic(window.location.origin, uid, added)}
        />
      )}
    </>
  );
}
