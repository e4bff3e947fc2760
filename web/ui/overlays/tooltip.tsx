import { type ReactElement, type ReactNode, useContext } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger, TooltipTriggerStateContext } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { useListener } from '#web/ui/use-listener.ts';
import styles from './tooltip.module.css';

/** Milliseconds of hovering before a tooltip appears. */
export const TOOLTIP_DELAY = 1000;

interface TooltipProps {
  readonly text: string;
  readonly shortcut?: string | undefined;
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

/** Renders nothing when closed. React Aria's fade-out never ends if another tooltip has replaced this one. */
function Tip({ children }: { readonly children: ReactNode }) {
  const state = useContext(TooltipTriggerStateContext);
  const isOpen = state?.isOpen === true;
  // Runs before React Aria's handler, which would keep Escape from the dialog or field.
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
