import { ChevronDown, Shield, ShieldOff, UserCheck, UserMinus, Users, UserX } from 'lucide-react';
import { useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import type { AnswerOf } from '#contract/endpoint.ts';
import { type getPerson, setPersonStatus } from '#contract/people.ts';
import { peopleMessages } from '#domain/messages/people.ts';
import { useCall } from '#web/api/mutations.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import styles from './person.module.css';
import { AdminDialog, GroupsDialog, InactiveDialog, RemoveDialog } from './person-dialogs.tsx';

interface PersonActsProps {
  readonly answer: AnswerOf<typeof getPerson>;
  readonly onRemoved: () => void;
}

type Asking = 'make-admin' | 'remove-admin' | 'groups' | 'inactive' | 'remove' | null;

export function PersonActs({ answer, onRemoved }: PersonActsProps) {
  const { person, can } = answer;
  const [asking, setAsking] = useState<Asking>(null);
  if (!offersAny(can)) return null;
  const close = (): void => setAsking(null);
  return (
    <div className={styles.acts}>
      <PersonMenu answer={answer} onAsk={setAsking} />
      <AdminDialog person={person} makes isOpen={asking === 'make-admin'} onClose={close} />
      <AdminDialog person={person} makes={false} isOpen={asking === 'remove-admin'} onClose={close} />
      <GroupsDialog person={person} isOpen={asking === 'groups'} onClose={close} />
      <InactiveDialog person={person} isOpen={asking === 'inactive'} onClose={close} />
      <RemoveDialog person={person} isOpen={asking === 'remove'} onClose={close} onRemoved={onRemoved} />
    </div>
  );
}

const offersAny = (can: PersonActsProps['answer']['can']): boolean =>
  [can.make_admin, can.remove_admin, can.set_groups, can.make_inactive, can.reactivate, can.remove].includes(true);

interface PersonMenuProps {
  readonly answer: PersonActsProps['answer'];
  readonly onAsk: (asking: Asking) => void;
}

function PersonMenu({ answer, onAsk }: PersonMenuProps) {
  const { person, can, is_last_admin: isLastAdmin } = answer;
  const status = useCall(setPersonStatus, {
    invalidates: ['people', 'meetings'],
    onSuccess: () => {
      showToast(`${person.name} is active again.`, { icon: UserCheck });
    },
  });
  const params = { id: person.id };
  const lastAdmin = isLastAdmin ? { disabledReason: peopleMessages.lastAdmin } : {};
  return (
    <MenuTrigger>
      <Button iconEnd={ChevronDown} isPending={status.isPending}>
        Manage
      </Button>
      <Menu placement="top start" aria-label={`Manage ${person.name}`}>
        {can.make_admin && (
          <MenuItem icon={Shield} onAction={() => onAsk('make-admin')}>
            Make board admin
          </MenuItem>
        )}
        {can.remove_admin && (
          <MenuItem icon={ShieldOff} {...lastAdmin} onAction={() => onAsk('remove-admin')}>
            Remove as board admin
          </MenuItem>
        )}
        {can.set_groups && (
          <MenuItem icon={Users} onAction={() => onAsk('groups')}>
            Set groups
          </MenuItem>
        )}
        {(can.make_inactive || can.reactivate || can.remove) && <MenuSeparator />}
        {can.reactivate && (
          <MenuItem icon={UserCheck} onAction={() => status.mutate({ params, body: { status: 'active' } })}>
            Make active again
          </MenuItem>
        )}
        {can.make_inactive && (
          <MenuItem icon={UserMinus} {...lastAdmin} onAction={() => onAsk('inactive')}>
            Make inactive
          </MenuItem>
        )}
        {can.remove && (
          <MenuItem icon={UserX} danger {...lastAdmin} onAction={() => onAsk('remove')}>
            Remove from the board
          </MenuItem>
        )}
      </Menu>
    </MenuTrigger>
  );
}
