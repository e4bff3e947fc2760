import { spokenCode } from '#domain/recovery.ts';
import styles from './recovery.module.css';

/** Large, in two groups, and read out digit by digit. */
export function SpokenCode({ code }: { readonly code: string }) {
  return (
    <p className={styles.code}>
      <span aria-hidden="true">{spokenCode(code)}</span>
      <span className="visually-hidden">Code: {[...code].join(' ')}</span>
    </p>
  );
}
