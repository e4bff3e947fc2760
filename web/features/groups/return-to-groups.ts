import { useRouter } from '@tanstack/react-router';
import type { QueryNoun } from '../../api/queries.ts';
import { refreshStart } from '../../api/start.ts';
import { paths } from '../../paths.ts';
import { clearUnsavedChanges } from '../../shell/unsaved-changes.ts';
import { showToast } from '../../ui/overlays/toast.tsx';

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
