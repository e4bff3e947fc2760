import { WifiOff } from 'lucide-react';
import { useConnection } from '#web/api/connection.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import styles from './shell.module.css';

/** Says that what is shown may be old. It leaves by itself when the connection is back. */
export function OfflineNotice() {
  if (useConnection() === 'there') return null;
  return (
    <div className={styles.notices}>
      <Notice tone="caution" icon={WifiOff} isNews>
        There is no connection to the server. You see what was loaded last; changes cannot be saved until it is back.
      </Notice>
    </div>
  );
}
