import { clsx } from 'clsx';
import type { ReactNode, Ref } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Link as AriaLink,
  type LinkProps as AriaLinkProps,
} from 'react-aria-components';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import styles from './button.module.css';

export type ButtonVariant = 'secondary' | 'primary' | 'quiet' | 'danger';

export interface ButtonLook {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'm' | 's' | undefined;
  readonly icon?: IconType | undefined;
  readonly iconEnd?: IconType | undefined;
  readonly block?: boolean | undefined;
  readonly children: ReactNode;
}

export function buttonClass({
  variant = 'secondary',
  size = 'm',
  block = false,
}: Omit<ButtonLook, 'children'>): string {
  return clsx(
    styles.button,
    variant !== 'secondary' && styles[`button-${variant}`],
    size === 's' && styles['button-s'],
    block && styles['button-block'],
  );
}

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'>, ButtonLook {
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** While `isPending`, the label is hidden and clicks are ignored. */
export function Button({ variant, size, icon, iconEnd, block, children, ...rest }: ButtonProps) {
  return (
    <AriaButton data-ui="button" {...rest} className={buttonClass({ variant, size, block })}>
      {({ isPending }) => (
        <>
          {icon && <Icon of={icon} />}
          {children}
          {iconEnd && <Icon of={iconEnd} size="s" />}
          {isPending && <Spinner label="Working" />}
        </>
      )}
    </AriaButton>
  );
}

export interface LinkButtonProps extends Omit<AriaLinkProps, 'children' | 'className' | 'style'>, ButtonLook {
  readonly href: string;
}

export function LinkButton({ variant, size, icon, iconEnd, block, children, ...rest }: LinkButtonProps) {
  return (
    <AriaLink data-ui="button" {...rest} className={buttonClass({ variant, size, block })}>
      {icon && <Icon of={icon} />}
      {children}
      {iconEnd && <Icon of={iconEnd} size="s" />}
    </AriaLink>
  );
}
