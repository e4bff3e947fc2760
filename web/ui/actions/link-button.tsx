import type { Ref } from 'react';
import { Link as AriaLink, type LinkProps as AriaLinkProps } from 'react-aria-components';
import { Icon } from '#web/ui/icon.tsx';
import { type ButtonLook, buttonClass } from './button.tsx';

export interface LinkButtonProps extends Omit<AriaLinkProps, 'children' | 'className' | 'style'>, ButtonLook {
  readonly href: string;
  readonly ref?: Ref<HTMLAnchorElement> | undefined;
}

/** Goes somewhere, and looks like a button. */
export function LinkButton({ variant, size, icon, iconEnd, block, children, ...rest }: LinkButtonProps) {
  return (
    <AriaLink data-ui="button" {...rest} className={buttonClass({ variant, size, block })}>
      {icon && <Icon of={icon} />}
      {children}
      {iconEnd && <Icon of={iconEnd} size="s" />}
    </AriaLink>
  );
}
