import { clsx } from 'clsx';
import { Check, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, Group } from 'react-aria-components';
import { Button } from '#web/ui/actions/button.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import styles from './rsvp-bar.module.css';

export interface RsvpOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly icon: IconType;
  readonly declines?: boolean | undefined;
}

interface RsvpBarProps<Value extends string> {
  readonly question: string;
  readonly status?: ReactNode;
  readonly options: readonly RsvpOption<Value>[];
  readonly onChoose: (value: Value) => void;
  readonly answer?:
    | { readonly label: string; readonly meta?: ReactNode; readonly declined?: boolean | undefined }
    | undefined;
  readonly onChange?: (() => void) | undefined;
  readonly changeLabel?: string | undefined;
  readonly tools?: ReactNode;
  readonly proposal?: ReactNode;
  readonly isPending?: boolean | undefined;
  readonly flush?: boolean | undefined;
}

export function RsvpBar<Value extends string>(props: RsvpBarProps<Value>) {
  const { answer, proposal, flush = false } = props;
  return (
    <div
      data-ui="rsvp"
      className={clsx(styles.rsvp, flush && styles['rsvp-flush'], proposal !== undefined && styles['rsvp-confirm'])}
    >
      <span
        className={styles['rsvp-answer']}
        role="status"
        {...(answer && { 'data-reply': answer.declined ? 'declined' : 'accepted' })}
      >
        {answer && <Answer {...answer} />}
      </span>
      {answer ? <Tools {...props} /> : <Asked {...props} />}
    </div>
  );
}

export const optionClass = (option: Pick<RsvpOption<string>, 'declines'>): string =>
  clsx(styles['rsvp-option'], option.declines && styles['rsvp-option-decline']);

export function OptionFace({ option }: { readonly option: Pick<RsvpOption<string>, 'icon' | 'label'> }) {
  return (
    <>
      <Icon of={option.icon} />
      <span>{option.label}</span>
    </>
  );
}

function Asked<Value extends string>(props: RsvpBarProps<Value>) {
  const { question, status, options, onChoose, proposal, tools, isPending = false } = props;
  return (
    <>
      <p className={styles['rsvp-ask']}>
        <span className={styles['rsvp-question']}>{question}</span>
        {status}
      </p>
      {proposal ?? (
        <Group aria-label="Your reply" aria-busy={isPending} className={styles['rsvp-options'] ?? ''}>
          {options.map((option) => (
            <AriaButton
              key={option.value}
              className={optionClass(option)}
              isDisabled={isPending}
              onPress={() => onChoose(option.value)}
            >
              <OptionFace option={option} />
            </AriaButton>
          ))}
        </Group>
      )}
      {tools !== undefined && <span className={styles['rsvp-tools']}>{tools}</span>}
    </>
  );
}

function Answer({ label, meta, declined = false }: NonNullable<RsvpBarProps<string>['answer']>) {
  return (
    <>
      <span className={styles['rsvp-seal']}>
        <Icon of={declined ? X : Check} />
      </span>
      <span className={styles['rsvp-answer-text']}>
        <strong>{label}</strong>
        {meta !== undefined && <span className="meta">{meta}</span>}
      </span>
    </>
  );
}

function Tools<Value extends string>(props: RsvpBarProps<Value>) {
  const { onChange, changeLabel = 'Change', tools, isPending = false } = props;
  if (!onChange && tools === undefined) return null;
  return (
    <span className={styles['rsvp-tools']}>
      {tools}
      {onChange && (
        <Button variant="quiet" icon={RotateCcw} isPending={isPending} onPress={onChange}>
          {changeLabel}
        </Button>
      )}
    </span>
  );
}
