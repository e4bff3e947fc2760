import { type ReactNode, useState } from 'react';
import { useTimeout } from '#web/ui/use-timeout.ts';

/** Milliseconds until screen readers know of a region that has just appeared; Safari is the slowest. */
const knownAfter = 100;

/**
 * A sentence that appears with what it tells of, such as a notice. A live region that is born with its words is not heard: for a moment they
 * stand beside it, for the eye alone, and then go into it.
 */
export function News({
  className,
  children,
}: {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const [isKnown, setKnown] = useState(false);
  useTimeout(() => setKnown(true), knownAfter);
  return (
    <span className={className}>
      {!isKnown && <span aria-hidden="true">{children}</span>}
      <span role="status">{isKnown && children}</span>
    </span>
  );
}
