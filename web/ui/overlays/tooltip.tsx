import { type ReactElement, type ReactNode, useContext } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger, TooltipTriggerStateContext } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { useListener } from '#web/ui/use-listener.ts';
import styles from './tooltip.module.css';

/** Milliseconds before a tooltip shows (specification section 9). */
export const TOOLTIP_DELAY = 1000;

interface TooltipProps {
  readonly text: string;
  readonly shortcut?: string | undefined;
  /** One focusable component of the kit. */
  readonly children: ReactElement;
}

export function Tooltip({ text, shortcut, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={TOOLTIP_DELAY} closeDelay={100}>
      {children}
      <Tip>
        {text}
        {shortcut !== undefined && <kbd>{shortcut}</kbd>}
      </Tip>
    </TooltipTrigger>
  );
}

/**
 * Gone at once when it is closed: React Aria would let it fade, but where another tip has taken its place it waits for an end of
 * the fade that never comes, and stays on the page for those who do not see it.
 */
function Tip({ children }: { readonly children: ReactNode }) {
  const state = useContext(TooltipTriggerStateContext);
  const isOpen = state?.isOpen === true;
  // Before React Aria hears of it, which would keep the key from the dialog or field that is meant.
  const close = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') flushSync(() => state?.close(true));
  };
  useListener(window, 'keydown', close, isOpen, 'capture');
  if (!isOpen) return null;
  return (
    <AriaTooltip className={styles.tooltip ?? ''} offset={6}>
      {children}
    </AriaTooltip>
  );
}
