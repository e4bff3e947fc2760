import { Shield, ShieldOff, UserMinus, Users, UserX } from 'lucide-react';
import { useState } from 'react';
import { type ListedPerson, removePerson, setPersonAdmin, setPersonGroups, setPersonStatus } from '#contract/people.ts';
import { useCall } from '#web/api/mutations.ts';
import { useBoard } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { CheckboxGroup } from '#web/ui/fields/checkbox.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';

interface PersonDialogProps {
  readonly person: ListedPerson;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function AdminDialog({ person, makes, isOpen, onClose }: PersonDialogProps & { readonly makes: boolean }) {
  return (
    <ConfirmCall
      endpoint={setPersonAdmin}
      input={{ params: { id: person.id }, body: { is_board_admin: makes } }}
      invalidates={['people']}
      onDone={() => {
        const change = makes ? 'is now a board admin.' : 'is no longer a board admin.';
        showToast(`${person.name} ${change}`, { icon: makes ? Shield : ShieldOff });
      }}
      isOpen={isOpen}
      onClose={onClose}
      title={makes ? `Make ${person.name} a board admin?` : `Remove ${person.name} as board admin?`}
      confirmLabel={makes ? 'Make board admin' : 'Remove as board admin'}
    >
      <p>
        {makes
          ? 'They can manage this board’s people, groups, meetings, library and setup, and see everything on it. You can undo this.'
          : 'They stay on the board as a member, in the same groups. You can make them an admin again.'}
      </p>
    </ConfirmCall>
  );
}

export function GroupsDialog({ person, isOpen, onClose }: PersonDialogProps) {
  const groups = useBoard()?.groups ?? [];
  const own = person.groups.map((group) => group.id);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const close = (): void => {
    setChosen(null);
    onClose();
  };
  const call = useCall(setPersonGroups, {
    invalidates: ['people', 'meetings'],
    onSuccess: () => {
      close();
      showToast(`The groups for ${person.name} have been saved.`, { icon: Users });
    },
  });
  const adminOf = new Set(person.groups.filter((group) => group.is_group_admin).map((group) => group.id));
  const changed = groups.map(({ id }) => id).filter((id) => own.includes(id) !== (chosen ?? own).includes(id));
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={close}
      title={`Groups for ${person.name}`}
      scrolls
      submitLabel="Save"
      submitDisabled={groups.length === 0}
      form={{
        submit: () => call.mutate({ params: { id: person.id }, body: { group_ids: [...(chosen ?? own)] } }),
        isSaving: call.isPending,
        isDirty: changed.length > 0,
      }}
    >
      {groups.length === 0 ? (
        <p>
          This board has no groups yet. <TextLink href={paths.adminGroupCreate()}>Create the first one</TextLink>
        </p>
      ) : (
        <CheckboxGroup
          label="Groups"
          labelHidden
          value={chosen ?? own}
          onChange={setChosen}
          options={groups.map((group) => ({
            value: group.id,
            label: group.name,
            ...(adminOf.has(group.id) ? { description: 'Group admin' } : {}),
          }))}
        />
      )}
    </FormDialog>
  );
}

const openVotesText =
  'They will still be counted as eligible voters in votes and written resolutions that are already open.';

export function InactiveDialog({ person, isOpen, onClose }: PersonDialogProps) {
  return (
    <ConfirmCall
      endpoint={setPersonStatus}
      input={{ params: { id: person.id }, body: { status: 'inactive' } }}
      invalidates={['people', 'meetings']}
      onDone={() => showToast(`${person.name} is inactive.`, { icon: UserMinus })}
      isOpen={isOpen}
      onClose={onClose}
      title={`Make ${person.name} inactive?`}
      confirmLabel="Make inactive"
    >
      <p>
        They lose access to this board immediately, on every device, including their calendar feeds and the links in
        their emails. Their name stays in the records. {openVotesText} You can make them active again, as an ordinary
        member in the same groups.
      </p>
    </ConfirmCall>
  );
}

interface RemoveDialogProps extends PersonDialogProps {
  readonly onRemoved: () => void;
}

export function RemoveDialog({ person, isOpen, onClose, onRemoved }: RemoveDialogProps) {
  return (
    <ConfirmCall
      endpoint={removePerson}
      input={{ params: { id: person.id } }}
      invalidates={['people', 'meetings']}
      onDone={() => {
        onRemoved();
        showToast(`${person.name} has been removed from the board.`, { icon: UserX });
      }}
      danger
      isOpen={isOpen}
      onClose={onClose}
      title={`Remove ${person.name} from the board?`}
      confirmLabel="Remove"
    >
      {person.status === 'invited' ? (
        <p>Their invitation stops working immediately. You can invite them again.</p>
      ) : (
        <p>
          They lose access to this board immediately and no longer appear in any list. Their name stays in minutes,
          replies and the audit log. {openVotesText} This cannot be undone. To come back, they must be invited again.
        </p>
      )}
    </ConfirmCall>
  );
}
