import styles from './resolutions.module.css';

export function Seats({ received, eligible }: { readonly received: number; readonly eligible: number }) {
  return (
    <span className={styles.seats} aria-hidden="true">
      {Array.from({ length: eligible }, (_, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: seats are alike
        <span key={nth} className={styles.seat} data-in={nth < received ? true : undefined} />
      ))}
    </span>
  );
}
