import { useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import styles from './shell.module.css';

/** Over every page of an account that somebody asks the way into. */
export function RecoveryBanner() {
  const { user } = useStart();
  if (user === null || user.recovery_id === null) return null;
  return (
    <div className={styles.notices}>
      <Notice
        tone="negative"
        isNews
        actions={<TextLink href={paths.recovery(user.recovery_id)}>Look, or stop it</TextLink>}
      >
        Somebody has begun a way back into your account.
      </Notice>
    </div>
  );
}
