import type { ReactNode } from 'react';
import { Button, Link, type LinkProps } from 'react-aria-components';

export interface TextLinkProps extends Pick<LinkProps, 'href' | 'target' | 'rel'> {
  readonly children: ReactNode;
}

/** A link inside a sentence. What acts instead of leading somewhere is a TextButton. */
export function TextLink(props: TextLinkProps) {
  return <Link {...props} className="link" />;
}

interface TextButtonProps {
  /** Not needed inside of what gives it one, such as a FileTrigger. */
  readonly onPress?: (() => void) | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly children: ReactNode;
}

/** Looks like a link inside a sentence, and acts: to a screen reader and to the space key it is a button. */
export function TextButton({ onPress, isDisabled = false, children }: TextButtonProps) {
  return (
    <Button isDisabled={isDisabled} className="link" {...(onPress && { onPress })}>
      {children}
    </Button>
  );
}
