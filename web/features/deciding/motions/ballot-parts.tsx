import { Check, Minus, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button as PlainButton } from 'react-aria-components';
import type { BallotChoice } from '#domain/motions.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { News } from '#web/ui/feedback/news.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { tallyLabels } from './motion-labels.ts';
import styles from './motions.module.css';

const icons: Readonly<Record<BallotChoice, IconType>> = { for: Check, against: X, abstain: Minus };

interface BallotChoicesProps extends Omit<ComponentProps<'div'>, 'onChange'> {
  readonly choices: readonly BallotChoice[];
  readonly labels: Readonly<Record<BallotChoice, string>>;
  readonly value: BallotChoice | null;
  readonly isSending: boolean;
  readonly onChange: (choice: BallotChoice) => void;
}

export function BallotChoices({ choices, labels, value, isSending, onChange, ...rest }: BallotChoicesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame
    <div role="group" aria-label="Your choice" {...rest}>
      {choices.map((choice) => (
        <PlainButton
          key={choice}
          className={styles['ballot-choice'] ?? ''}
          aria-pressed={value === choice}
          isDisabled={isSending}
          onPress={() => onChange(choice)}
        >
          <Icon of={icons[choice]} />
          {labels[choice]}
        </PlainButton>
      ))}
    </div>
  );
}

export function BallotNote({ icon, text }: { readonly icon: IconType; readonly text: string }) {
  return (
    <p className={styles['ballot-answer']}>
      <Icon of={icon} />
      <News>{text}</News>
    </p>
  );
}

interface TallyProps {
  readonly choice: BallotChoice;
  readonly count: number;
  readonly names: readonly { readonly id: string; readonly name: string; readonly note: string | null }[];
}

export function Tally({ choice, count, names }: TallyProps) {
  return (
    <div>
      <p className={styles['tally-head']}>
        <span className={styles['tally-figure']}>{count}</span>
        <span className={styles['tally-label']}>
          <span className={styles['tally-mark']} data-choice={choice} aria-hidden="true" />
          {tallyLabels[choice]}
        </span>
      </p>
      {names.length > 0 && (
        <ul className={styles['tally-names']}>
          {names.map(({ id, name, note }) => (
            <li key={id}>
              {name}
              {note !== null && <span className="meta">, {note}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function LateBallot({ children, onDismiss }: { readonly children: string; readonly onDismiss: () => void }) {
  return (
    <Notice
      tone="negative"
      isNews
      actions={
        <Button size="s" onPress={onDismiss}>
          Dismiss
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
