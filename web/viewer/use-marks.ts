import { useEffect, useRef, useState } from 'react';
import { createMarksSession, type MarksSession, type MarksSessionParts } from './marks/marks-session.ts';

/** The marks of the open document, for as long as it is open. What is unsent goes out with the page or the network. */
export function useMarks(parts: MarksSessionParts): MarksSession {
  const save = useRef(parts.save);
  // Saving outlives the render that began it: it uses the call that the caller gave last.
  useEffect(() => {
    save.current = parts.save;
  });
  const [session] = useState(() => createMarksSession({ ...parts, save: (marks) => save.current(marks) }));
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
