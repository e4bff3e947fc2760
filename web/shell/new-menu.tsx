import { CalendarDays, ChevronDown, Megaphone, Plus, UserPlus, UsersRound } from 'lucide-react';
import { MenuTrigger } from 'react-aria-components';
import { shellLabels } from '#domain/messages/general.ts';
import { useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { type Roles, rolesOf } from './roles.ts';
import type { NavEntry } from './sidebar-entries.ts';
import styles from './top-bar.module.css';

export function newEntries(roles: Roles): readonly NavEntry[] {
  const labels = shellLabels.newMenu;
  const entries: NavEntry[] = [];
  if (roles.isBoardAdmin || roles.isGroupAdmin) {
    entries.push({ key: 'meeting', label: labels.meeting, href: paths.meetingCreate(), icon: CalendarDays });
    const href = paths.announcementCreate();
    entries.push({ key: 'announcement', label: labels.announcement, href, icon: Megaphone });
  }
  if (roles.isBoardAdmin) {
    entries.push({ key: 'person', label: labels.person, href: paths.personCreate(), icon: UserPlus });
  }
  if (roles.isBoardAdmin && roles.isGroupAdmin) {
    entries.push({ key: 'group', label: labels.group, href: paths.adminGroupCreate(), icon: UsersRound });
  }
  return entries;
}

export function showsLibraryEdit(roles: Roles, pathname: string): boolean {
  return (roles.isBoardAdmin || roles.isGroupAdmin) && /^\/library(\/|$)/.test(pathname);
}

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
          {entries.map(({ key, ...entry }) => (
            <MenuItem key={key} {...entry} />
          ))}
        </Menu>
      </MenuTrigger>
    </span>
  );
}
