import { ProgressBar } from 'react-aria-components';
import styles from './spinner.module.css';

export function Spinner({ label }: { readonly label: string }) {
  return <ProgressBar data-ui="spinner" isIndeterminate aria-label={label} className={styles.spinner ?? ''} />;
}
