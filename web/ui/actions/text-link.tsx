import type { ReactNode } from 'react';
import { Button, Link, type LinkProps } from 'react-aria-components';

export interface TextLinkProps extends Pick<LinkProps, 'href' | 'target' | 'rel' | 'onPress'> {
  readonly children: ReactNode;
}

export function TextLink(props: TextLinkProps) {
  return <Link {...props} className="link" />;
}

interface TextButtonProps {
  readonly onPress?: (() => void) | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly children: ReactNode;
}

export function TextButton({ onPress, isDisabled = false, children, 'aria-label': label }: TextButtonProps) {
  return (
    <Button
      isDisabled={isDisabled}
      className="link"
      {...(label !== undefined && { 'aria-label': label })}
      {...(onPress && { onPress })}
    >
      {children}
    </Button>
  );
}
