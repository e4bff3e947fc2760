import { type ReactNode, useCallback, useState } from 'react';

/** Milliseconds until screen readers recognise a new ARIA live region. */
const knownAfter = 100;

/**
 * Screen readers do not announce an ARIA live region that is added together with its text, so the text is inserted
 * later.
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
