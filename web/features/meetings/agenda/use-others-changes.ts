import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import type { Meeting } from '#contract/meetings.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';
import type { AgendaDraft } from './agenda-draft.ts';

/** Shows what others change in the agenda while it is being written; neither the focus nor anything typed is lost. */
export function useOthersChanges(
  agenda: AgendaDraft,
  meeting: Pick<Meeting, 'agenda_items' | 'agenda_revision'> | undefined,
): void {
  // An effect, because answers come when they come; later, so that it draws at once and the focus can be put back.
  useEffect(() => {
    if (meeting === undefined) return;
    queueMicrotask(() => {
      const focused = document.activeElement;
      const kept = flushSync(() => agenda.receive(meeting));
      // A row that changes its place in the document loses the focus.
      if (focused instanceof HTMLElement && focused.isConnected && document.activeElement !== focused) focused.focus();
      for (const title of kept) {
        showToast(`“${title}” was removed by somebody else. As you changed it, it stays, and saving adds it again.`);
      }
    });
  }, [agenda, meeting]);
}
