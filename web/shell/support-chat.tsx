import { MessageCircle, X } from 'lucide-react';
import { useId, useState } from 'react';
import { timings } from '#domain/timings.ts';
import { useStart } from '#web/api/start.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { useTimeout } from '#web/ui/use-timeout.ts';
import { rolesOf } from './roles.ts';
import styles from './support-chat.module.css';

export function SupportChat() {
  const { settings, user } = useStart();
  return settings.support_chat && rolesOf(user).isBoardAdmin ? <DueChat /> : null;
}

function DueChat() {
  const [dueInMs] = useState(() => Math.max(0, timings.supportChatLoads - msSinceLoad()));
  const [isDue, setDue] = useState(false);
  useTimeout(() => setDue(true), dueInMs);
  return isDue ? <ChatFrame /> : null;
}

function msSinceLoad(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page && page.loadEventStart > 0 ? performance.now() - page.loadEventStart : 0;
}

/** Sandboxed, so that the chat cannot access our origin. */
function ChatFrame() {
  const frameId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <aside className={styles.chat} aria-label="Support">
      <iframe
        id={frameId}
        className={styles.frame}
        hidden={!isOpen}
        src="/support-chat"
        title="Support chat"
        sandbox="allow-scripts allow-forms allow-popups"
        referrerPolicy="no-referrer"
      />
      <div className={styles.opener}>
        <IconButton
          icon={isOpen ? X : MessageCircle}
          aria-label={isOpen ? 'Close support chat' : 'Open support chat'}
          aria-expanded={isOpen}
          aria-controls={frameId}
          onPress={() => setOpen(!isOpen)}
        />
      </div>
    </aside>
  );
}
