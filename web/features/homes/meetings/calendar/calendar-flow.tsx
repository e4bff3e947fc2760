import { CalendarPlus, Rss } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components';
import {
  type CalendarType,
  calendarTypeError,
  calendarTypeLabels,
  calendarTypes,
  isCalendarType,
} from '#domain/calendar.ts';
import { rememberChoice, rememberedChoice } from '#web/remembered-choice.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { CopyButton, CopyStatus, useCopying } from '#web/ui/actions/copy-button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { News } from '#web/ui/feedback/news.tsx';
import { Stack } from '#web/ui/layout.tsx';
import styles from './calendar.module.css';

interface CalendarFlowOptions {
  readonly addressOf: (type: CalendarType) => string;
  readonly onSubscribe: (type: CalendarType) => void;
  readonly subscribed?: ((type: CalendarType) => ReactNode) | undefined;
}

type CalendarFlow = ReturnType<typeof useCalendarFlow>;

export function useCalendarFlow({ addressOf, onSubscribe, subscribed }: CalendarFlowOptions) {
  const [type, setType] = useState(lastCalendarType);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<{ readonly what: 'added' | 'subscribed'; readonly type: CalendarType } | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const choose = (next: CalendarType): void => {
    setType(next);
    setError(null);
    setDone(null);
    rememberChoice(key, next);
  };
  const withType = (act: (type: CalendarType) => void) => (): void => {
    setError(calendarTypeError(type));
    if (type === null) first.current?.focus();
    else act(type);
  };
  return {
    choice: { value: type, onChange: choose, error, ref: first },
    add: withType((chosen) => {
      openCalendarLink(addressOf(chosen), chosen);
      setDone({ what: 'added', type: chosen });
    }),
    subscribe: withType((chosen) => {
      onSubscribe(chosen);
      if (subscribed) setDone({ what: 'subscribed', type: chosen });
    }),
    after:
      done?.what === 'added' ? (
        <Stack gap="s">
          <p className="muted">
            <News>{addedSentence(done.type)}</News>
          </p>
          <CopyLink key={done.type} address={addressOf(done.type)} />
        </Stack>
      ) : (
        done && subscribed?.(done.type)
      ),
  };
}

interface ActProps {
  readonly flow: CalendarFlow;
  readonly block?: boolean | undefined;
}

export function AddThisMeeting({ flow, block = false }: ActProps) {
  return (
    <Button variant="primary" icon={CalendarPlus} block={block} onPress={flow.add}>
      Add this meeting
    </Button>
  );
}

export function Subscribe({ flow, block = false }: ActProps) {
  return (
    <Button icon={Rss} block={block} onPress={flow.subscribe}>
      Subscribe
    </Button>
  );
}

export function CalendarTypes({ value, onChange, error, ref }: CalendarFlow['choice']) {
  const errorId = useId();
  return (
    <Stack gap="s">
      <RadioGroup
        aria-label="Calendar type"
        value={value}
        onChange={(next) => isCalendarType(next) && onChange(next)}
        isInvalid={error !== null}
        validationBehavior="aria"
        className={styles.types ?? ''}
        {...(error === null ? {} : { 'aria-describedby': errorId })}
      >
        {calendarTypes.map((type, index) => (
          <RadioField
            key={type}
            value={type}
            className={styles.field ?? ''}
            {...(index === 0 ? { inputRef: ref } : {})}
          >
            <RadioButton className={styles.type ?? ''}>
              <span className={styles.dot} aria-hidden="true" />
              {calendarTypeLabels[type]}
            </RadioButton>
          </RadioField>
        ))}
      </RadioGroup>
      {error !== null && <ErrorText id={errorId}>{error}</ErrorText>}
    </Stack>
  );
}

export function CopyLink({ address }: { readonly address: string }) {
  const shown = useRef<HTMLSpanElement>(null);
  const copying = useCopying(address, shown);
  return (
    <div>
      <div className={styles.line} {...(copying.state === 'copied' ? { 'data-copied': '' } : {})}>
        <span ref={shown}>{shownAddress(address)}</span>
        <CopyButton copying={copying} />
      </div>
      <CopyStatus copying={copying} what="link" />
    </div>
  );
}

function addedSentence(type: CalendarType): string {
  return type === 'ical'
    ? 'The calendar file is being downloaded. If nothing opens, copy this link and paste it into your calendar.'
    : `${calendarTypeLabels[type]} is opening in a new tab. If nothing opens, copy this link and paste it into your browser.`;
}

export function subscribedSentence(type: CalendarType): string {
  return type === 'ical'
    ? 'Your calendar app is opening. If nothing opens, copy this link and paste it into the app.'
    : `${calendarTypeLabels[type]} is opening in a new tab. If nothing opens, copy this link and paste it into your calendar.`;
}

function shownAddress(address: string): string {
  return address.replace(/^https?:\/\//, '');
}

const key = 'calendarTypeId';

/** Returns null if this browser remembers no type. */
export function lastCalendarType(): CalendarType | null {
  const type = rememberedChoice(key);
  return type !== null && isCalendarType(type) ? type : null;
}

export function openCalendarLink(address: string, type: CalendarType): void {
  if (type === 'ical') window.location.assign(address);
  else window.open(address, '_blank', 'noopener');
}
