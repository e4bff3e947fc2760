import { ProgressBar as AriaProgressBar } from 'react-aria-components';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  readonly label: string;
  readonly value: number;
  readonly max?: number | undefined;
}

export function ProgressBar({ label, value, max = 100 }: ProgressBarProps) {
  return (
    <AriaProgressBar
      data-ui="progress"
      aria-label={label}
      value={value}
      maxValue={max}
      className={styles.progress ?? ''}
    >
      {({ percentage }) => <div className={styles['progress-fill']} style={{ inlineSize: `${percentage ?? 0}%` }} />}
    </AriaProgressBar>
  );
}
