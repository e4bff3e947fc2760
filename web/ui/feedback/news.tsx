import { type ReactNode, useCallback, useState } from 'react';

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
  const region = useCallback(() => {
    const timer = setTimeout(() => setKnown(true), knownAfter);
    return () => clearTimeout(timer);
  }, []);
  return (
    <span className={className}>
      {!isKnown && <span aria-hidden="true">{children}</span>}
      <span ref={region} role="status">
        {isKnown && children}
      </span>
    </span>
  );
}
