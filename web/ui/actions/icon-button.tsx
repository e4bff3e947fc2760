import { clsx } from 'clsx';
import type { ReactElement, Ref } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Link as AriaLink,
  type LinkProps as AriaLinkProps,
} from 'react-aria-components';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { Tooltip } from '#web/ui/overlays/tooltip.tsx';
import styles from './icon-button.module.css';

interface IconButtonLook {
  readonly icon: IconType;
  readonly 'aria-label': string;
  readonly shortcut?: string | undefined;
  readonly size?: 'm' | 's' | 'xs' | undefined;
  readonly outlined?: boolean | undefined;
  readonly tooltip?: boolean | undefined;
}

function iconButtonClass(size: 'm' | 's' | 'xs', outlined: boolean): string {
  return clsx(
    styles['icon-button'],
    size === 's' && styles['icon-button-s'],
    size === 'xs' && styles['icon-button-xs'],
    outlined && styles['icon-button-line'],
  );
}

function withTooltip(look: Pick<IconButtonLook, 'aria-label' | 'shortcut' | 'tooltip'>, element: ReactElement) {
  if (look.tooltip === false) return element;
  return (
    <Tooltip text={look['aria-label']} shortcut={look.shortcut}>
      {element}
    </Tooltip>
  );
}

export interface IconButtonProps
  extends Omit<AriaButtonProps, 'children' | 'className' | 'style' | 'aria-label'>,
    IconButtonLook {
  readonly isSelected?: boolean | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

export function IconButton({
  icon,
  shortcut,
  size = 'm',
  outlined = false,
  tooltip,
  isSelected,
  ...rest
}: IconButtonProps) {
  return withTooltip(
    { 'aria-label': rest['aria-label'], shortcut, tooltip },
    <AriaButton
      data-ui="icon-button"
      {...rest}
      {...(isSelected === undefined ? {} : { 'aria-pressed': isSelected })}
      className={iconButtonClass(size, outlined)}
    >
      {({ isPending }) => (isPending ? <Spinner label={rest['aria-label']} /> : <Icon of={icon} />)}
    </AriaButton>,
  );
}

export interface IconLinkProps
  extends Omit<AriaLinkProps, 'children' | 'className' | 'style' | 'aria-label'>,
    IconButtonLook {
  readonly href: string;
}

export function IconLink({ icon, shortcut, size = 'm', outlined = false, tooltip, ...rest }: IconLinkProps) {
  return withTooltip(
    { 'aria-label': rest['aria-label'], shortcut, tooltip },
    <AriaLink data-ui="icon-button" {...rest} className={iconButtonClass(size, outlined)}>
      <Icon of={icon} />
    </AriaLink>,
  );
}
