import { useEffect, useState } from 'react';
import { createMarksSession, type MarksSession, type MarksSessionParts } from './marks/marks-session.ts';

/**
 * The marks of the open document, for as long as it is open, saved by the call that was given when it was opened: it belongs to the
 * version that they are made on. What is unsent goes out with the page or the network.
 */
export function useMarks(parts: MarksSessionParts): MarksSession {
  const [session] = useState(() => createMarksSession(parts));
  // Saving is a process beside React: it begins with the viewer and listens to the page and the network.
  useEffect(() => {
    if (session.access !== 'edit') return;
    const stop = session.saver.start();
    const flush = () => void session.saver.flush();
    const flushHidden = () => document.visibilityState === 'hidden' && flush();
    window.addEventListener('pagehide', flush);
    window.addEventListener('online', flush);
    document.addEventListener('visibilitychange', flushHidden);
    return () => {
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', flushHidden);
      stop();
    };
  }, [session]);
  return session;
}
