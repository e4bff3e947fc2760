import { Pencil } from 'lucide-react';
import { useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';

/** For who may edit the group: board admins, and its own admins, who have no Admin menu. */
export function EditGroupLink({ groupId }: { readonly groupId: string | null }) {
  const { user } = useStart();
  const own = user?.groupMemberships.find((group) => group.id === groupId);
  if (groupId === null || !(user?.boardInfo?.is_board_admin || own?.group_info.is_group_admin)) return null;
  return (
    <LinkButton icon={Pencil} href={paths.adminGroupEdit(groupId)}>
      Edit group
    </LinkButton>
  );
}
