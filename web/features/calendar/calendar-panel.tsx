import { CalendarPlus, Rss } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { type CalendarType, calendarTypeError } from '../../../domain/calendar-types.ts';
import { Button } from '../../ui/actions/button.tsx';
import { News } from '../../ui/feedback/news.tsx';
import { Cluster, Stack } from '../../ui/layout.tsx';
import { addedSentence } from './added-words.ts';
import { lastCalendarType, openCalendarLink, rememberCalendarType } from './calendar-choice.ts';
import { CalendarTypes } from './calendar-types.tsx';
import { CopyLink } from './copy-link.tsx';

interface CalendarPanelProps {
  /** Where a type of calendar takes the one meeting; whole, since it can be copied. */
  readonly addressOf: (type: CalendarType) => string;
  readonly onSubscribe: (type: CalendarType) => void;
  /** What follows a subscription, once there is one in this panel: its sentence and its link to copy. */
  readonly subscribed?: ((type: CalendarType) => ReactNode) | undefined;
  /** In a narrow card: the buttons take the width. */
  readonly narrow?: boolean | undefined;
}

/**
 * Choose a type, then add this meeting or subscribe, and afterwards copy the link (specification, section 4, 'Calendar flow').
 */
export function CalendarPanel({ addressOf, onSubscribe, subscribed, narrow = false }: CalendarPanelProps) {
  const [type, setType] = useState(lastCalendarType);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<{ readonly what: 'added' | 'subscribed'; readonly type: CalendarType } | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const choose = (next: CalendarType): void => {
    setType(next);
    setError(null);
    setDone(null);
    rememberCalendarType(next);
  };
  const withType = (act: (type: CalendarType) => void) => (): void => {
    setError(calendarTypeError(type));
    if (type === null) first.current?.focus();
    else act(type);
  };
  return (
    <Stack gap={narrow ? 's' : 'm'}>
      <CalendarTypes value={type} onChange={choose} error={error} ref={first} />
      <Cluster>
        <Button
          variant="primary"
          icon={CalendarPlus}
          block={narrow}
          onPress={withType((chosen) => {
            openCalendarLink(addressOf(chosen), chosen);
            setDone({ what: 'added', type: chosen });
          })}
        >
          Add this meeting
        </Button>
        <Button
          icon={Rss}
          block={narrow}
          onPress={withType((chosen) => {
            onSubscribe(chosen);
            if (subscribed) setDone({ what: 'subscribed', type: chosen });
          })}
        >
          Subscribe
        </Button>
      </Cluster>
      {done?.what === 'added' && (
        <Stack gap="s">
          <p className="muted">
            <News>{addedSentence(done.type)}</News>
          </p>
          <CopyLink key={done.type} address={addressOf(done.type)} />
        </Stack>
      )}
      {done?.what === 'subscribed' && subscribed?.(done.type)}
    </Stack>
  );
}
