import { useRouter } from '@tanstack/react-router';
import type { QueryNoun } from '#web/api/queries.ts';
import { refreshStart } from '#web/api/start.ts';
import { clearUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { paths } from '#web/paths.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';

/** What a changed group makes out of date. */
export const groupNouns: readonly QueryNoun[] = ['groups', 'audience', 'people', 'meetings', 'timeline'];

export const groupCrumbs = [{ label: 'Groups', href: paths.adminGroups() }];

/** Back to the list, with a sentence; one's own groups may have changed. */
export function useReturnToGroups(): (sentence: string) => Promise<void> {
  const router = useRouter();
  return async (sentence) => {
    clearUnsavedChanges();
    showToast(sentence);
    void refreshStart();
    await router.navigate({ href: paths.adminGroups() });
  };
}
