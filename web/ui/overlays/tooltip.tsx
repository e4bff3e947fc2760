import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
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
      <AriaTooltip className={styles.tooltip ?? ''} offset={6}>
        {text}
        {shortcut !== undefined && <kbd>{shortcut}</kbd>}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
