import { Users } from 'lucide-react';
import { useState } from 'react';
import { type ListedPerson, setPersonGroups } from '../../../contract/people.ts';
import { useCall } from '../../api/mutations.ts';
import { useBoard } from '../../api/start.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextLink } from '../../ui/actions/text-link.tsx';
import { CheckboxGroup } from '../../ui/fields/checkbox.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';

interface GroupsDialogProps {
  readonly person: ListedPerson;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Which groups somebody belongs to. Who is group admin is said on the group's own page. */
export function GroupsDialog({ person, isOpen, onClose }: GroupsDialogProps) {
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
      showToast(`The groups of ${person.name} are saved.`, { icon: Users });
    },
  });
  const adminOf = new Set(person.groups.filter((group) => group.is_group_admin).map((group) => group.id));
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={`Groups of ${person.name}`}
      scrolls
      actions={
        <>
          <Button onPress={close}>Cancel</Button>
          <Button
            variant="primary"
            isPending={call.isPending}
            isDisabled={groups.length === 0}
            onPress={() => call.mutate({ params: { id: person.id }, body: { group_ids: [...(chosen ?? own)] } })}
          >
            Save
          </Button>
        </>
      }
    >
      {groups.length === 0 ? (
        <p>
          This board has no groups yet. <TextLink href={paths.adminGroupCreate()}>Make the first one</TextLink>
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
    </Dialog>
  );
}
