import { ChevronDown, Mail, Pencil, Scale, Shield, ShieldOff, UserCheck, UserMinus, Users, UserX } from 'lucide-react';
import { useId, useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import type { AnswerOf } from '#contract/endpoint.ts';
import { type getPerson, setPersonStatus } from '#contract/people.ts';
import { peopleMessages } from '#domain/messages/people.ts';
import { useCall } from '#web/api/mutations.ts';
import { useStart } from '#web/api/start.ts';
import { ProfileValues } from '#web/features/members/profile/profile-values.tsx';
import { paths } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { FactsRow } from '#web/ui/rows/facts-list.tsx';
import { PaperDevices } from './paper-devices.tsx';
import styles from './person.module.css';
import { AdminDialog, GroupsDialog, InactiveDialog, RemoveDialog } from './person-dialogs.tsx';

interface PersonProfileProps {
  readonly answer: AnswerOf<typeof getPerson>;
  readonly onClose: () => void;
}

export function PersonProfile({ answer, onClose }: PersonProfileProps) {
  const ids = useId();
  const { person, can, values } = answer;
  const position = values.filter((value) => value.filled_by === 'admin');
  const profile = values.filter((value) => value.filled_by === 'member');
  const groups = person.groups.map((group) => (group.is_group_admin ? `${group.name} (group admin)` : group.name));
  const { user } = useStart();
  const isOwn = user?.slug === person.slug;
  const isBoardAdmin = user?.boardInfo?.is_board_admin === true;
  const hasFoot = person.email !== null || can.edit;
  return (
    <>
      <div className={styles.body}>
        {person.status === 'inactive' && <p className="muted">{person.name} is no longer active on this board.</p>}
        {person.status === 'invited' && <p className="muted">{person.name} has been invited but has not joined yet.</p>}
        {position.length + groups.length > 0 && (
          <section aria-labelledby={`${ids}-position`}>
            <h3 className={styles.title} id={`${ids}-position`}>
              Position
            </h3>
            <ProfileValues
              values={position}
              after={groups.length > 0 && <FactsRow term="Groups">{groups.join(', ')}</FactsRow>}
            />
          </section>
        )}
        {(person.email !== null || profile.length > 0) && (
          <section aria-labelledby={`${ids}-profile`}>
            <h3 className={styles.title} id={`${ids}-profile`}>
              Profile
            </h3>
            <ProfileValues
              values={profile}
              before={
                person.email !== null && (
                  <FactsRow term="Email">
                    <TextLink href={`mailto:${person.email}`}>{person.email}</TextLink>
                  </FactsRow>
                )
              }
            />
          </section>
        )}
        {isBoardAdmin && <PaperDevices memberId={person.id} />}
      </div>
      {hasFoot && (
        <footer className={styles.foot}>
          <PersonActs answer={answer} onRemoved={onClose} />
          {person.email !== null && (
            <LinkButton variant="quiet" icon={Mail} href={`mailto:${person.email}`}>
              Write an email
            </LinkButton>
          )}
          {isOwn && (
            <LinkButton variant="quiet" icon={Scale} href={paths.interests()}>
              Interests
            </LinkButton>
          )}
          {can.edit && (
            <LinkButton icon={Pencil} href={paths.personEdit(person.slug)}>
              Edit
            </LinkButton>
          )}
        </footer>
      )}
    </>
  );
}

interface PersonActsProps {
  readonly answer: AnswerOf<typeof getPerson>;
  readonly onRemoved: () => void;
}

type Asking = 'make-admin' | 'remove-admin' | 'groups' | 'inactive' | 'remove' | null;

function PersonActs({ answer, onRemoved }: PersonActsProps) {
  const { person, can, is_last_admin: isLastAdmin } = answer;
  const [asking, setAsking] = useState<Asking>(null);
  const status = useCall(setPersonStatus, {
    invalidates: ['people', 'meetings'],
    onSuccess: () => void showToast(`${person.name} is active again.`, { icon: UserCheck }),
  });
  if (!offersAny(can)) return null;
  const close = (): void => setAsking(null);
  const params = { id: person.id };
  const lastAdmin = isLastAdmin ? { disabledReason: peopleMessages.lastAdmin } : {};
  return (
    <div className={styles.acts}>
      <MenuTrigger>
        <Button iconEnd={ChevronDown} isPending={status.isPending}>
          Manage
        </Button>
        <Menu placement="top start" aria-label={`Manage ${person.name}`}>
          {can.make_admin && (
            <MenuItem icon={Shield} label="Make board admin" onAction={() => setAsking('make-admin')} />
          )}
          {can.remove_admin && (
            <MenuItem
              icon={ShieldOff}
              label="Remove as board admin"
              {...lastAdmin}
              onAction={() => setAsking('remove-admin')}
            />
          )}
          {can.set_groups && <MenuItem icon={Users} label="Set groups" onAction={() => setAsking('groups')} />}
          {(can.make_inactive || can.reactivate || can.remove) && <MenuSeparator />}
          {can.reactivate && (
            <MenuItem
              icon={UserCheck}
              label="Make active again"
              onAction={() => status.mutate({ params, body: { status: 'active' } })}
            />
          )}
          {can.make_inactive && (
            <MenuItem icon={UserMinus} label="Make inactive" {...lastAdmin} onAction={() => setAsking('inactive')} />
          )}
          {can.remove && (
            <MenuItem
              icon={UserX}
              label="Remove from the board"
              danger
              {...lastAdmin}
              onAction={() => setAsking('remove')}
            />
          )}
        </Menu>
      </MenuTrigger>
      <AdminDialog person={person} makes isOpen={asking === 'make-admin'} onClose={close} />
      <AdminDialog person={person} makes={false} isOpen={asking === 'remove-admin'} onClose={close} />
      <GroupsDialog person={person} isOpen={asking === 'groups'} onClose={close} />
      <InactiveDialog person={person} isOpen={asking === 'inactive'} onClose={close} />
      <RemoveDialog person={person} isOpen={asking === 'remove'} onClose={close} onRemoved={onRemoved} />
    </div>
  );
}

const offersAny = (can: AnswerOf<typeof getPerson>['can']): boolean =>
  [can.make_admin, can.remove_admin, can.set_groups, can.make_inactive, can.reactivate, can.remove].includes(true);
