import { useLocation } from '@tanstack/react-router';
import { CircleQuestionMark, Inbox, LogOut, Monitor, Moon, Sun, UserRound, UsersRound } from 'lucide-react';
import { Button, MenuTrigger } from 'react-aria-components';
import { setTheme } from '#contract/session.ts';
import type { Theme, User } from '#contract/start.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { useCall } from '#web/api/mutations.ts';
import { rememberTheme, useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import type { IconType } from '#web/ui/icon.tsx';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import { Menu, MenuItem, MenuSection, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { showTheme } from './appearance.ts';
import { logOut } from './log-out.ts';
import { roleLabel, rolesOf } from './roles.ts';
import styles from './sidebar.module.css';
import { useKnownWaiting, WaitingCount } from './waiting-count.tsx';

const themes: readonly { readonly theme: Theme; readonly label: string; readonly icon: IconType }[] = [
  { theme: 'system', label: 'System theme', icon: Monitor },
  { theme: 'light', label: 'Light theme', icon: Sun },
  { theme: 'dark', label: 'Dark theme', icon: Moon },
];

export function UserMenu({ user }: { readonly user: User }) {
  const { settings } = useStart();
  const { mutate } = useCall(setTheme);
  const pathname = useLocation({ select: (location) => location.pathname });
  const waiting = useKnownWaiting();
  const roles = rolesOf(user);
  const role = user.office ?? roleLabel(roles);
  const choose = (theme: Theme): void => {
    showTheme(theme);
    rememberTheme(theme);
    mutate({ body: { theme } });
  };
  return (
    <MenuTrigger>
      <Button className={styles['user-button'] ?? ''}>
        <Avatar id={user.boardInfo?.member_id ?? user.id} name={user.name} pictureUrl={user.img_url} />
        <span className={styles['user-text']} aria-hidden="true">
          <span className={styles['user-name']}>{user.name}</span>
          <span className="meta">{role}</span>
        </span>
        <span className="visually-hidden">
          {user.name}, {role}, your menu
        </span>
        <WaitingCount key={pathname} />
      </Button>
      <Menu placement="top start" aria-label={user.name}>
        <MenuItem
          icon={Inbox}
          label={shellLabels.waiting}
          href={paths.waiting()}
          {...(waiting === 0 ? {} : { count: waiting })}
        />
        {user.boardInfo !== null && <MenuItem icon={UserRound} label={shellLabels.myAccount} href={paths.account()} />}
        {roles.isGroupAdmin && !roles.isBoardAdmin && (
          <MenuItem icon={UsersRound} label="My Groups" href={paths.adminGroups()} />
        )}
        <MenuItem
          icon={CircleQuestionMark}
          label={shellLabels.help}
          href={settings.help_url}
          target="_blank"
          rel="noreferrer"
        />
        <MenuSeparator />
        <MenuSection title="Theme">
          {themes.map(({ theme, label, icon }) => (
            <MenuItem
              key={theme}
              icon={icon}
              label={label}
              {...(theme === user.theme ? { description: 'In use' } : {})}
              onAction={() => choose(theme)}
            />
          ))}
        </MenuSection>
        <MenuSeparator />
        <MenuItem icon={LogOut} label={shellLabels.logout} onAction={() => void logOut()} />
      </Menu>
    </MenuTrigger>
  );
}
