import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { CheckedLine } from '#domain/invitation-check.ts';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './check-list.module.css';
import { readyWords } from './invitation-words.ts';

interface CheckListProps {
  readonly lines: readonly CheckedLine[];
  /** Of the list as a whole. */
  readonly error: string | null;
}

const icons = { ready: CircleCheck, 'left-out': Info, failed: CircleAlert } as const;

/** Says line by line what is going to happen; the count is spoken as it changes. */
export function CheckList({ lines, error }: CheckListProps) {
  const ready = lines.filter((line) => line.state === 'ready').length;
  return (
    <Section title="Check" aside={<span role="status">{lines.length > 0 && readyWords(ready, lines.length)}</span>}>
      {error !== null && <ErrorText>{error}</ErrorText>}
      {lines.length === 0 ? (
        <p className="muted">Every line is checked here as you type. Nothing is sent before you press Invite.</p>
      ) : (
        <Rows label="Lines">
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are told apart by their place alone, as two may be alike
            <LineCheck key={index} line={line} />
          ))}
        </Rows>
      )}
    </Section>
  );
}

function LineCheck({ line }: { readonly line: CheckedLine }) {
  return (
    <div className={styles['line-check']} data-status={line.state}>
      <Icon of={icons[line.state]} />
      <span className={styles['line-text']}>
        {line.title !== '' && <span className={styles['line-title']}>{line.title}</span>}
        <span className="meta">
          {line.field !== null && <span>{line.field}: </span>}
          <span>{line.message}</span>
        </span>
      </span>
      <span className={`figures ${styles['line-number']}`}>Line {line.line}</span>
    </div>
  );
}
