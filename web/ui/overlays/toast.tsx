import { CircleCheck, X } from 'lucide-react';
import { useCallback, useRef } from 'react';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as AriaToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
  Button,
  Text,
  UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { useOnUnmount } from '#web/ui/use-on-unmount.ts';
import styles from './toast.module.css';

interface ToastAction {
  readonly label: string;
  readonly onAction: () => void;
}

interface ToastOptions {
  readonly icon?: IconType | undefined;
  readonly action?: ToastAction | undefined;
  /** Milliseconds. Defaults to 6,000, or to 10,000 with an action. Hover and focus pause the timer. */
  readonly timeout?: number | undefined;
}

interface ToastContent extends Omit<ToastOptions, 'timeout'> {
  readonly sentence: string;
}

const queue = new ToastQueue<ToastContent>({ maxVisibleToasts: 3 });

export type ShowToast = (sentence: string, options?: ToastOptions) => void;

export const showToast: ShowToast = (sentence, options) => {
  addToast(sentence, options);
};

function addToast(sentence: string, { icon, action, timeout }: ToastOptions = {}): string {
  return queue.add({ sentence, icon, action }, { timeout: timeout ?? (action ? 10_000 : 6_000) });
}

/** Shows toasts that close when the component unmounts, because their actions use its state. */
export function useOwnToasts(): ShowToast {
  const own = useRef<readonly string[]>([]);
  useOnUnmount(() => {
    for (const key of own.current) queue.close(key);
  });
  return useCallback((sentence, options) => {
    own.current = [...own.current, addToast(sentence, options)];
  }, []);
}

export function ToastRegion() {
  return (
    <AriaToastRegion queue={queue} aria-label="Notifications" className={styles.toasts ?? ''}>
      {({ toast }) => <ToastSheet toast={toast} />}
    </AriaToastRegion>
  );
}

function ToastSheet({ toast }: { readonly toast: (typeof queue)['visibleToasts'][number] }) {
  const { sentence, icon, action } = toast.content;
  return (
    <AriaToast toast={toast} className={styles.toast ?? ''}>
      <Icon of={icon ?? CircleCheck} />
      <AriaToastContent className={styles['toast-text'] ?? ''}>
        <Text slot="title">{sentence}</Text>
      </AriaToastContent>
      {action && (
        <Button
          slot={null}
          className={styles['toast-action'] ?? ''}
          onPress={() => {
            action.onAction();
            queue.close(toast.key);
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton slot="close" icon={X} size="s" aria-label="Dismiss" tooltip={false} />
    </AriaToast>
  );
}
