import { useRouter } from '@tanstack/react-router';
import type { QueryNoun } from '#web/api/queries.ts';
import { refreshStart } from '#web/api/start.ts';
import { clearUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { paths } from '#web/paths.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';

type Role = 'none' | 'member' | 'group-admin';

interface GroupWords {
  readonly name: string;
  readonly description: string;
}

interface Standings {
  readonly members: readonly string[];
  readonly admins: readonly string[];
}

/** What has to be sent: only what changes, so that two who edit at once do not undo each other. */
export function changesOf(before: GroupWords & Standings, after: GroupWords & Standings) {
  return {
    ...(after.name === before.name ? {} : { name: after.name }),
    ...(after.description === before.description ? {} : { description: after.description }),
    members: changedMembers(before, after),
  };
}

function changedMembers(before: Standings, after: Standings): { member_id: string; role: Role }[] {
  const role = ({ members, admins }: Standings, id: string): Role =>
    members.includes(id) ? (admins.includes(id) ? 'group-admin' : 'member') : 'none';
  return [...new Set([...before.members, ...after.members])]
    .filter((id) => role(before, id) !== role(after, id))
    .map((id) => ({ member_id: id, role: role(after, id) }));
}

/** Above the members of a group that is being edited; null without a meeting to come. */
export function upcomingMeetingsText(comingMeetings: number): string | null {
  if (comingMeetings === 0) return null;
  const which = comingMeetings === 1 ? 'a coming meeting' : `${comingMeetings} coming meetings`;
  const them = comingMeetings === 1 ? 'it' : 'them';
  return `This group is invited to ${which}. Whoever you add is invited to ${them} as soon as you save; whoever you remove no longer sees ${them}, and their links end.`;
}

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
