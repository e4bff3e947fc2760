import { useEffect } from 'react';

/** The address is a secret: no other site may learn it from a link that is followed or a picture that is loaded. */
export function useNoReferrer(): void {
  // An effect, because the document's head is outside of React's tree here.
  useEffect(() => {
    const meta = document.createElement('meta');
    meta.name = 'referrer';
    meta.content = 'no-referrer';
    document.head.append(meta);
    return () => meta.remove();
  }, []);
}
