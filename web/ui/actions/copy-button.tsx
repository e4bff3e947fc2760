import { Check, Copy } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { calendarMessages } from '#domain/messages/meetings.ts';
import { timings } from '#domain/timings.ts';
import { useTimeout } from '#web/ui/use-timeout.ts';
import { Button } from './button.tsx';

type Copying = ReturnType<typeof useCopying>;

/** Shows the confirmation for 2 seconds. If the clipboard is not available, selects `shown` instead. */
export function useCopying(text: string, shown: RefObject<HTMLElement | null>) {
  const [state, setState] = useState<'idle' | 'copied' | 'denied'>('idle');
  useTimeout(() => setState('idle'), state === 'copied' ? timings.copyFeedback : null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch (error) {
      // Browsers block the clipboard without https, and users may deny access.
      console.info('The clipboard cannot be written to', error);
      if (shown.current !== null) window.getSelection()?.selectAllChildren(shown.current);
      setState('denied');
    }
  };
  return { state, copy: () => void copy() };
}

export function CopyButton({ copying, size = 'm' }: { readonly copying: Copying; readonly size?: 'm' | 's' }) {
  const isCopied = copying.state === 'copied';
  return (
    <Button size={size} icon={isCopied ? Check : Copy} onPress={copying.copy}>
      {isCopied ? calendarMessages.copied : calendarMessages.copy}
    </Button>
  );
}

export function CopyStatus({ copying, what }: { readonly copying: Copying; readonly what: 'text' | 'link' }) {
  return (
    <span role="status" className={copying.state === 'denied' ? 'meta' : 'visually-hidden'}>
      {copying.state === 'copied' && calendarMessages.copied}
      {copying.state === 'denied' && `The ${what} is selected. Copy it with your keyboard or from its menu.`}
    </span>
  );
}
