import { useRouter } from '@tanstack/react-router';
import { z } from 'zod';
import { limits, optionalLines, requiredText } from '#contract/fields.ts';
import type { QueryNoun } from '#web/api/queries.ts';
import { refreshStart } from '#web/api/start.ts';
import { discardUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { paths } from '#web/paths.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';

type Role = 'none' | 'member' | 'group-admin';

export const groupForm = z.object({
  name: requiredText(limits.nameCharactersMax),
  description: optionalLines(limits.descriptionCharactersMax),
  members: z.array(z.string()),
  admins: z.array(z.string()),
});
export type GroupFields = z.output<typeof groupForm>;

/** Returns only changes, so that two editors do not undo each other's changes. */
export function changesOf(before: GroupFields, after: GroupFields) {
  return {
    ...(after.name === before.name ? {} : { name: after.name }),
    ...(after.description === before.description ? {} : { description: after.description }),
    members: changedMembers(before, after),
  };
}

function changedMembers(before: GroupFields, after: GroupFields): { member_id: string; role: Role }[] {
  const roleOf = ({ members, admins }: GroupFields, id: string): Role =>
    members.includes(id) ? (admins.includes(id) ? 'group-admin' : 'member') : 'none';
  return [...new Set([...before.members, ...after.members])]
    .filter((id) => roleOf(before, id) !== roleOf(after, id))
    .map((id) => ({ member_id: id, role: roleOf(after, id) }));
}

export function upcomingMeetingsText(upcomingMeetings: number): string | null {
  if (upcomingMeetings === 0) return null;
  const which = upcomingMeetings === 1 ? 'an upcoming meeting' : `${upcomingMeetings} upcoming meetings`;
  const them = upcomingMeetings === 1 ? 'it' : 'them';
  return `This group is invited to ${which}. When you save, people you add will be invited to ${them}. People you remove will lose access to ${them}, and their links will stop working.`;
}

export const groupNouns: readonly QueryNoun[] = ['groups', 'audience', 'people', 'meetings', 'timeline'];

export const groupCrumbs = [{ label: 'Groups', href: paths.adminGroups() }];

export function useReturnToGroups(): (sentence: string) => Promise<void> {
  const router = useRouter();
  return async (sentence) => {
    discardUnsavedChanges();
    showToast(sentence);
    void refreshStart();
    await router.navigate({ href: paths.adminGroups() });
  };
}
