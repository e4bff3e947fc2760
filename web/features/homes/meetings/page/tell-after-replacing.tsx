import { useCallback, useState } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import { NotifyChangesDialog } from '#web/features/homes/meetings/lifecycle/notify-changes-dialog.tsx';
import { replacementToasts } from '#web/features/papers/documents/uploads/upload-center.ts';
import { listedDocuments } from '#web/features/papers/reading/opening.ts';
import { useEntry } from '#web/store.ts';
import { useOwnToasts } from '#web/ui/overlays/toast.tsx';

export function TellAfterReplacing({ meeting }: { readonly meeting: Meeting }) {
  const [isTelling, setTelling] = useState(false);
  const show = useOwnToasts();
  const offer = useCallback(
    (documentId: string, sentence: string): boolean => {
      const isOwn = listedDocuments(meeting).has(documentId);
      if (isOwn) show(sentence, { action: { label: 'Tell members', onAction: () => setTelling(true) } });
      return isOwn;
    },
    [meeting, show],
  );
  useEntry(replacementToasts, offer);
  return <NotifyChangesDialog meeting={meeting} isOpen={isTelling} onClose={() => setTelling(false)} />;
}
