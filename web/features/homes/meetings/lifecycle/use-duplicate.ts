import { useRouter } from '@tanstack/react-router';
import { duplicateMeeting } from '#contract/meeting-lifecycle.ts';
import type { Meeting } from '#contract/meetings.ts';
import { useCall } from '#web/api/mutations.ts';
import { beginEditing, originalTimes } from '#web/features/homes/meetings/edit-mode.ts';
import { paths } from '#web/paths.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';

type Original = Pick<Meeting, 'id' | 'start' | 'end'> & { readonly date_search: unknown };

export function useDuplicate(original: Original): () => void {
  const router = useRouter();
  const duplicate = useCall(duplicateMeeting, {
    invalidates: ['meetings'],
    onSuccess: async ({ meeting: copy }) => {
      beginEditing(copy.id, { isCopy: true, times: originalTimes(original) });
      await router.navigate({ href: paths.meeting(copy.id) });
      showToast('Copied as a draft without the documents. Give it a new title and date.');
    },
  });
  return () => duplicate.mutate({ params: { id: original.id }, body: {} });
}
