import type { ReactNode } from 'react';
import { Link as AriaLink, type LinkProps as AriaLinkProps } from 'react-aria-components';

export interface TextLinkProps extends Omit<AriaLinkProps, 'children' | 'className' | 'style'> {
  readonly children: ReactNode;
}

/** A link inside a sentence. Without `href` it is a link that acts (`onPress`). */
export function TextLink(props: TextLinkProps) {
  return <AriaLink {...props} className="link" />;
}
