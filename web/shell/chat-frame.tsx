import { MessageCircle, X } from 'lucide-react';
import { useId, useState } from 'react';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import styles from './support-chat.module.css';

/** Sandboxed, so that the chat cannot access our origin. */
export function ChatFrame() {
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
