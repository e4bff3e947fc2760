import { clsx } from 'clsx';
import { type PointerEvent, useRef, useState } from 'react';
import { Tooltip as AriaTooltip, TooltipTriggerStateContext } from 'react-aria-components';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import tooltipStyles from '#web/ui/overlays/tooltip.module.css';
import { TOOLTIP_DELAY } from '#web/ui/overlays/tooltip.tsx';
import styles from './icon-button.module.css';

interface RowButtonProps {
  readonly icon: IconType;
  readonly 'aria-label': string;
  readonly onPress: () => void;
  /** Takes the focus when it appears, because it replaces the pressed button. */
  readonly takesFocus?: boolean | undefined;
}

export function RowButton({ icon, 'aria-label': label, onPress, takesFocus = false }: RowButtonProps) {
  const [hasTooltip, setHasTooltip] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = (): void => {
    clearTimeout(timer.current);
    setHasTooltip(false);
  };
  const showSoon = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHasTooltip(button.current?.isConnected ?? false), TOOLTIP_DELAY);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        data-ui="icon-button"
        className={clsx(styles['icon-button'], styles['icon-button-s'])}
        aria-label={label}
        // biome-ignore lint/a11y/noAutofocus: the reader was here, and what they did is done
        autoFocus={takesFocus}
        onClick={() => {
          hide();
          onPress();
        }}
        onPointerEnter={(event: PointerEvent) => event.pointerType !== 'touch' && showSoon()}
        onPointerLeave={hide}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && showSoon()}
        onBlur={hide}
        onKeyDown={(event) => event.key === 'Escape' && hide()}
      >
        <Icon of={icon} />
      </button>
      {hasTooltip && (
        // React Aria's tooltip reads its state from this context, because there is no trigger component.
        <TooltipTriggerStateContext value={{ isOpen: true, open: showSoon, close: hide, shouldSkipAnimation: false }}>
          <AriaTooltip triggerRef={button} className={tooltipStyles.tooltip ?? ''} offset={6}>
            {label}
          </AriaTooltip>
        </TooltipTriggerStateContext>
      )}
    </>
  );
}
