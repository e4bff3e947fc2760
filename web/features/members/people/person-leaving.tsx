import { UserMinus, UserX } from 'lucide-react';
import { type ListedPerson, removePerson, setPersonStatus } from '#contract/people.ts';
import { useCall } from '#web/api/mutations.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';

interface LeavingProps {
  readonly person: ListedPerson;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function InactiveDialog({ person, isOpen, onClose }: LeavingProps) {
  const call = useCall(setPersonStatus, {
    invalidates: ['people', 'meetings'],
    onSuccess: () => {
      onClose();
      showToast(`${person.name} is inactive.`, { icon: UserMinus });
    },
    onError: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Make ${person.name} inactive?`}
      confirmLabel="Make inactive"
      isPending={call.isPending}
      onConfirm={() => call.mutate({ params: { id: person.id }, body: { status: 'inactive' } })}
    >
      <p>
        They lose this board at once, on every device, with their calendar feeds and the links in their mail. Their name
        stays on what they did. You can make them active again; then they are a plain member with the same groups.
      </p>
    </ConfirmDialog>
  );
}

export function RemoveDialog({
  person,
  isOpen,
  onClose,
  onRemoved,
}: LeavingProps & { readonly onRemoved: () => void }) {
  const call = useCall(removePerson, {
    invalidates: ['people', 'meetings'],
    onSuccess: () => {
      onClose();
      onRemoved();
      showToast(`${person.name} is removed from the board.`, { icon: UserX });
    },
    onError: onClose,
  });
  return (
    <ConfirmDialog
      danger
      isOpen={isOpen}
      onClose={onClose}
      title={`Remove ${person.name} from the board?`}
      confirmLabel="Remove"
      isPending={call.isPending}
      onConfirm={() => call.mutate({ params: { id: person.id } })}
    >
      {person.status === 'invited' ? (
        <p>Their invitation stops working at once. You can invite them again.</p>
      ) : (
        <p>
          They lose this board at once and stand in no list any more. Their name stays on minutes, replies and the audit
          log. This cannot be undone; whoever is to come back has to be invited again.
        </p>
      )}
    </ConfirmDialog>
  );
}
