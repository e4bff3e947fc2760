import { ToastRegion } from '../ui/overlays/toast.tsx';
import { ErrorModal } from './error-modal.tsx';

/** What may come over any page. Loaded right after the first screen, which does without it. */
export function FrameOverlays() {
  return (
    <>
      <ErrorModal />
      <ToastRegion />
    </>
  );
}
