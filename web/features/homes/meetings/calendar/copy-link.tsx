import { useRef } from 'react';
import { CopyButton, CopyStatus, useCopying } from '#web/ui/actions/copy-button.tsx';
import { shownAddress } from './calendar-choice.ts';
import styles from './copy-link.module.css';

/** An address and its Copy, which says Copied for 2 seconds (specification, section 4, 'Calendar flow'). */
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
