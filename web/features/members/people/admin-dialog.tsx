import { Shield, ShieldOff } from 'lucide-react';
import { type ListedPerson, setPersonAdmin } from '#contract/people.ts';
import { useCall } from '#web/api/mutations.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';

interface AdminDialogProps {
  readonly person: ListedPerson;
  /** A board admin; else a plain member again. */
  readonly makes: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks before somebody gets, or loses, the running of the board. */
export function AdminDialog({ person, makes, isOpen, onClose }: AdminDialogProps) {
  const call = useCall(setPersonAdmin, {
    invalidates: ['people'],
    onSuccess: () => {
      onClose();
      const says = makes ? 'is a board admin now.' : 'is no longer a board admin.';
      showToast(`${person.name} ${says}`, { icon: makes ? Shield : ShieldOff });
    },
    onError: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={makes ? `Make ${person.name} a board admin?` : `Remove ${person.name} as board admin?`}
      confirmLabel={makes ? 'Make board admin' : 'Remove as board admin'}
      isPending={call.isPending}
      onConfirm={() => call.mutate({ params: { id: person.id }, body: { is_board_admin: makes } })}
    >
      <p>
        {makes
          ? 'They manage people, groups, meetings, the library and the setup of this board, and see everything on it. You can take this back.'
          : 'They stay on the board as a member, with the same groups. You can make them an admin again.'}
      </p>
    </ConfirmDialog>
  );
}
