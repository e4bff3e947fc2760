import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { calendarMessages } from '../../../domain/messages.ts';
import { timings } from '../../../domain/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import styles from './copy-link.module.css';

interface CopyLinkProps {
  readonly sentence: string;
  readonly link: string;
}

/** A link to copy: Copy, then Copied for two seconds (specification, sections 4 and 9). */
export function CopyLink({ sentence, link }: CopyLinkProps) {
  const [isCopied, setCopied] = useState(false);
  const shown = useRef<HTMLSpanElement>(null);
  const timer = useRef<number | undefined>(undefined);
  // An effect, because the pause may outlive the panel.
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link);
    } catch (error) {
      console.info('The clipboard is closed to this page', error);
      // The reader can still copy by hand: the link is selected.
      if (shown.current !== null) window.getSelection()?.selectAllChildren(shown.current);
      return;
    }
    setCopied(true);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setCopied(false), timings.copyFeedback);
  };
  return (
    <div className={styles.panel} role="status">
      <p className="muted">{sentence}</p>
      <div className={styles.line} {...(isCopied ? { 'data-copied': '' } : {})}>
        <span ref={shown}>{link.replace(/^https?:\/\//, '')}</span>
        <Button icon={isCopied ? Check : Copy} onPress={copy}>
          {isCopied ? calendarMessages.copied : calendarMessages.copy}
        </Button>
      </div>
    </div>
  );
}
