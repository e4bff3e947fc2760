import { CalendarDays, ChevronDown, Megaphone, Plus, UserPlus, UsersRound } from 'lucide-react';
import { MenuTrigger } from 'react-aria-components';
import { shellLabels } from '#domain/messages/general.ts';
import { useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/actions/button.tsx';
import type { IconType } from '#web/ui/icon.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { type Roles, rolesOf } from './roles.ts';
import styles from './top-bar.module.css';

export interface NewEntry {
  readonly key: 'meeting' | 'announcement' | 'person' | 'group';
  readonly label: string;
  readonly href: string;
}

export function newEntries(roles: Roles): readonly NewEntry[] {
  const labels = shellLabels.newMenu;
  const entries: NewEntry[] = [];
  if (roles.isBoardAdmin || roles.isGroupAdmin) {
    entries.push({ key: 'meeting', label: labels.meeting, href: paths.meetingCreate() });
    entries.push({ key: 'announcement', label: labels.announcement, href: paths.announcementCreate() });
  }
  if (roles.isBoardAdmin) entries.push({ key: 'person', label: labels.person, href: paths.personCreate() });
  if (roles.isBoardAdmin && roles.isGroupAdmin) {
    entries.push({ key: 'group', label: labels.group, href: paths.adminGroupCreate() });
  }
  return entries;
}

export function showsLibraryEdit(roles: Roles, pathname: string): boolean {
  return (roles.isBoardAdmin || roles.isGroupAdmin) && /^\/library(\/|$)/.test(pathname);
}

const icons: Readonly<Record<NewEntry['key'], IconType>> = {
  meeting: CalendarDays,
  announcement: Megaphone,
  person: UserPlus,
  group: UsersRound,
};

export function NewMenu() {
  const { user } = useStart();
  const entries = newEntries(rolesOf(user));
  if (entries.length === 0) return null;
  return (
    <span className={styles.new}>
      <MenuTrigger>
        <Button icon={Plus} iconEnd={ChevronDown}>
          New
        </Button>
        <Menu aria-label="New">
          {entries.map(({ key, label, href }) => (
            <MenuItem key={key} icon={icons[key]} label={label} href={href} />
          ))}
        </Menu>
      </MenuTrigger>
    </span>
  );
}
