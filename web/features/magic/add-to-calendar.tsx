import { CalendarPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { calendarPaths } from '../../../domain/calendar-paths.ts';
import { type CalendarType, calendarTypeError } from '../../../domain/calendar-types.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { lastCalendarType, openCalendarLink, rememberCalendarType } from '../meetings/calendar-choice.ts';
import { addedSentence } from './added-words.ts';
import { CalendarTypes } from './calendar-types.tsx';
import { CopyLink } from './copy-link.tsx';

interface AddToCalendarProps {
  readonly uid: string;
  /** In a narrow card: the button takes the width. */
  readonly narrow?: boolean | undefined;
}

/** Choose a type, add the meeting, and afterwards copy its link (specification, section 4, 'Calendar flow'). */
export function AddToCalendar({ uid, narrow = false }: AddToCalendarProps) {
  const [type, setType] = useState(lastCalendarType);
  const [error, setError] = useState<string | null>(null);
  const [added, setAdded] = useState<CalendarType | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const addressOf = (of: CalendarType): string => calendarPaths.addMagic(window.location.origin, uid, of);
  const choose = (next: CalendarType): void => {
    setType(next);
    setError(null);
    setAdded(null);
    rememberCalendarType(next);
  };
  const add = (): void => {
    setError(calendarTypeError(type));
    if (type === null) {
      first.current?.focus();
      return;
    }
    openCalendarLink(addressOf(type), type);
    setAdded(type);
  };
  return (
    <Stack gap={narrow ? 's' : 'm'}>
      <CalendarTypes value={type} onChange={choose} error={error} ref={first} />
      <div>
        <Button variant="primary" icon={CalendarPlus} block={narrow} onPress={add}>
          Add this meeting
        </Button>
      </div>
      {added !== null && (
        <Stack gap="s">
          <p className="muted" role="status">
            {addedSentence(added)}
          </p>
          <CopyLink key={added} address={addressOf(added)} />
        </Stack>
      )}
    </Stack>
  );
}
