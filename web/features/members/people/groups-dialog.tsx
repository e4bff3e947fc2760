import { Users } from 'lucide-react';
import { useState } from 'react';
import { type ListedPerson, setPersonGroups } from '#contract/people.ts';
import { useCall } from '#web/api/mutations.ts';
import { useBoard } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { CheckboxGroup } from '#web/ui/fields/checkbox.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';

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
