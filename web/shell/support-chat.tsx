import { useEffect, useState } from 'react';
import { timings } from '../../domain/timings.ts';
import { useStart } from '../api/start.ts';
import { rolesOf } from './roles.ts';
import styles from './support-chat.module.css';

/** Board admins alone get the support chat, where one is configured (specification, sections 1 and 6). */
export function SupportChat() {
  const { settings, user } = useStart();
  return settings.support_chat && rolesOf(user).isBoardAdmin ? <ChatFrame /> : null;
}

/** A page of its own, sandboxed without our origin (product.md, section 4); it comes after two seconds. */
function ChatFrame() {
  const [isDue, setDue] = useState(false);
  // An effect, because it waits for time to pass.
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), timings.supportChatLoads);
    return () => clearTimeout(timer);
  }, []);
  if (!isDue) return null;
  return (
    <iframe
      className={styles['support-chat']}
      src="/support-chat"
      title="Support chat"
      sandbox="allow-scripts allow-forms allow-popups"
      referrerPolicy="no-referrer"
    />
  );
}
