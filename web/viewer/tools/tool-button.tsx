import { Button } from 'react-aria-components';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { Tooltip } from '#web/ui/overlays/tooltip.tsx';
import styles from './viewer-tools.module.css';

interface ToolButtonProps {
  readonly label: string;
  readonly icon?: IconType;
  /** Shown instead of an icon. */
  readonly text?: string;
  readonly tooltip?: string;
  readonly shortcut?: string;
  /** One of the tools: filled while it is in hand. */
  readonly isHeld?: boolean;
  /** A panel: tinted while it is open. */
  readonly isPressed?: boolean;
  readonly isExpanded?: boolean;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

export function ToolButton(props: ToolButtonProps) {
  const { label, icon, text, tooltip = label, shortcut, isHeld, isPressed, isExpanded, isDisabled = false } = props;
  return (
    <Tooltip text={tooltip} shortcut={shortcut}>
      <Button
        aria-label={label}
        className={styles.tool ?? ''}
        isDisabled={isDisabled}
        {...(isHeld === undefined && isPressed === undefined ? {} : { 'aria-pressed': isHeld ?? isPressed ?? false })}
        {...(isExpanded === undefined ? {} : { 'aria-expanded': isExpanded })}
        {...(isHeld ? { 'data-held': true } : {})}
        {...(text === undefined ? {} : { 'data-text': true })}
        onPress={props.onPress}
      >
        {icon ? <Icon of={icon} /> : text}
      </Button>
    </Tooltip>
  );
}
