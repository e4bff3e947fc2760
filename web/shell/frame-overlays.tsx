import { useEffect } from 'react';
import { ToastRegion } from '../ui/overlays/toast.tsx';
import { ErrorModal } from './error-modal.tsx';
import { keepOfflinePage } from './offline-page.ts';

/** What may come over any page. Loaded right after the first screen, which does without it. */
export function FrameOverlays() {
  // An effect, because it is done once, after the first screen.
  useEffect(keepOfflinePage, []);
  return (
    <>
      <ErrorModal />
      <ToastRegion />
    </>
  );
}
