import { Check } from 'lucide-react';
import styles from './check.module.css';

interface RowCheckboxProps {
  /** Not shown: the row says it. */
  readonly label: string;
  readonly value: boolean;
  readonly onChange: () => void;
}

/** The checkbox of a row where there may be thousands of rows: the browser's own, with the kit's face. */
export function RowCheckbox({ label, value, onChange }: RowCheckboxProps) {
  return (
    <label className={styles.check} {...(value ? { 'data-selected': '' } : {})}>
      <input type="checkbox" className="visually-hidden" aria-label={label} checked={value} onChange={onChange} />
      <span className={styles['check-box']} aria-hidden="true">
        {value && <Check className="icon" />}
      </span>
    </label>
  );
}
