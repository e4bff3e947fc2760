import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { calendarMessages } from '../../../domain/messages.ts';
import { timings } from '../../../domain/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { shownAddress } from './added-words.ts';
import styles from './copy-link.module.css';

type Copying = 'idle' | 'copied' | 'denied';

/** An address and its Copy, which says Copied for 2 seconds (specification, section 4, 'Calendar flow'). */
export function CopyLink({ address }: { readonly address: string }) {
  const shown = useRef<HTMLSpanElement>(null);
  const [copying, setCopying] = useState<Copying>('idle');
  // An effect, because the word goes back by time alone.
  useEffect(() => {
    if (copying !== 'copied') return;
    const timer = setTimeout(() => setCopying('idle'), timings.copyFeedback);
    return () => clearTimeout(timer);
  }, [copying]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      setCopying('copied');
    } catch (error) {
      // Browsers keep the clipboard from pages without encryption, and readers may deny it.
      console.info('The clipboard cannot be written', error);
      if (shown.current !== null) window.getSelection()?.selectAllChildren(shown.current);
      setCopying('denied');
    }
  };
  return (
    <div>
      <div className={styles.line} {...(copying === 'copied' ? { 'data-copied': '' } : {})}>
        <span ref={shown}>{shownAddress(address)}</span>
        <Button icon={copying === 'copied' ? Check : Copy} onPress={() => void copy()}>
          {copying === 'copied' ? calendarMessages.copied : calendarMessages.copy}
        </Button>
      </div>
      <p role="status" className={copying === 'denied' ? 'meta' : 'visually-hidden'}>
        {copying === 'copied' && calendarMessages.copied}
        {copying === 'denied' && 'The link is selected. Copy it with your keyboard or from its menu.'}
      </p>
    </div>
  );
}
