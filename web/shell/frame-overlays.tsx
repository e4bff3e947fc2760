import { useEffect } from 'react';
import { ToastRegion } from '#web/ui/overlays/toast.tsx';
import { ErrorModal } from './error-modal.tsx';
import { followLostFocus } from './lost-focus.ts';
import { keepOfflinePage } from './offline-page.ts';

/** What may come over any page. Loaded right after the first screen, which does without it. */
export function FrameOverlays() {
  // An effect, because it is done once, after the first screen.
  useEffect(keepOfflinePage, []);
  // An effect, because focus and elements belong to the document.
  useEffect(followLostFocus, []);
  return (
    <>
      <ErrorModal />
      <ToastRegion />
    </>
  );
}
