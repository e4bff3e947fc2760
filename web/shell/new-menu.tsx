import { CalendarDays, ChevronDown, Megaphone, Plus, UserPlus, UsersRound } from 'lucide-react';
import { useStart } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import type { IconType } from '#web/ui/icon.tsx';
import { Menu, MenuItem, MenuTrigger } from '#web/ui/overlays/menu.tsx';
import { type NewEntry, newEntries } from './new-entries.ts';
import { rolesOf } from './roles.ts';
import styles from './top-bar.module.css';

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
            <MenuItem key={key} icon={icons[key]} href={href}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      </MenuTrigger>
    </span>
  );
}
