import { Ellipsis, LogOut, Shield, ShieldOff, UserCheck, UserX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { disableUser, resetUserTwoFactor, type SiteUser, setSiteAdmin, signOutUser } from '#contract/site.ts';
import { siteMessages } from '#domain/messages/boards.ts';
import { useCall } from '#web/api/mutations.ts';
import { useStart } from '#web/api/start.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import type { IconType } from '#web/ui/icon.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem, MenuTrigger } from '#web/ui/overlays/menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';

interface UserAct {
  readonly key: string;
  readonly icon: IconType;
  readonly label: string;
  readonly question: string;
  readonly told: ReactNode;
  readonly danger: boolean;
  readonly run: () => void;
  readonly disabledReason?: string;
}

/** What site administration may do to a user; each asks first, and for the password if it was not given lately. */
export function UserActs({ user }: { readonly user: SiteUser }) {
  const [asking, setAsking] = useState<UserAct | null>(null);
  const { user: self } = useStart();
  const done = (told: string) => ({
    invalidates: ['site'] as const,
    onSuccess: () => {
      setAsking(null);
      showToast(told);
    },
    onError: () => setAsking(null),
  });
  const disable = useCall(
    disableUser,
    done(user.is_disabled ? `${user.name} can sign in again.` : `${user.name} is disabled.`),
  );
  const admin = useCall(
    setSiteAdmin,
    done(user.is_site_admin ? `${user.name} is no longer a site admin.` : `${user.name} is a site admin.`),
  );
  const reset = useCall(resetUserTwoFactor, done('Two-factor authentication is off.'));
  const signOut = useCall(signOutUser, done(`${user.name} is signed out everywhere.`));
  const params = { id: user.id };
  const own = user.id === self?.id ? { disabledReason: siteMessages.notYourself } : {};
  const acts: readonly UserAct[] = [
    {
      key: 'site-admin',
      icon: user.is_site_admin ? ShieldOff : Shield,
      label: user.is_site_admin ? 'Remove as site admin' : 'Make site admin',
      question: user.is_site_admin ? `Remove ${user.name} as site admin?` : `Make ${user.name} a site admin?`,
      told: user.is_site_admin
        ? 'Nothing changes on their own boards.'
        : 'Site admins open and suspend boards, and shut users out. They read nothing inside a board of which they are no member.',
      danger: user.is_site_admin,
      run: () => admin.mutate({ params, body: { is_site_admin: !user.is_site_admin } }),
    },
    ...(user.has_two_factor
      ? [
          {
            key: 'two-factor',
            icon: ShieldOff,
            label: 'Reset two-factor',
            question: `Reset the two-factor authentication of ${user.name}?`,
            told: 'Their password alone signs in then. Make sure that it is really they who ask. They are told by mail.',
            danger: true,
            run: () => reset.mutate({ params, body: {} }),
            ...own,
          },
        ]
      : []),
    {
      key: 'sign-out',
      icon: LogOut,
      label: 'Sign out everywhere',
      question: `Sign ${user.name} out everywhere?`,
      told: 'Every session of theirs ends at once. They are told by mail.',
      danger: true,
      run: () => signOut.mutate({ params, body: {} }),
    },
    {
      key: 'disable',
      icon: user.is_disabled ? UserCheck : UserX,
      label: user.is_disabled ? 'Enable' : 'Disable',
      question: user.is_disabled ? `Let ${user.name} in again?` : `Disable ${user.name}?`,
      told: user.is_disabled
        ? 'They sign in as before, with the same boards.'
        : 'They are signed out of every board at once, cannot sign in, and their links and calendars open nothing. A board whose only admin they are needs another.',
      danger: !user.is_disabled,
      run: () => disable.mutate({ params, body: { is_disabled: !user.is_disabled } }),
      ...own,
    },
  ];
  const isPending = disable.isPending || admin.isPending || reset.isPending || signOut.isPending;
  return (
    <>
      <MenuTrigger>
        <IconButton icon={Ellipsis} size="s" aria-label={`More for ${user.name}`} />
        <Menu aria-label={`Manage ${user.name}`}>
          {acts.map((act) => (
            <MenuItem
              key={act.key}
              icon={act.icon}
              {...(act.disabledReason === undefined ? {} : { disabledReason: act.disabledReason })}
              onAction={() => setAsking(act)}
            >
              {act.label}
            </MenuItem>
          ))}
        </Menu>
      </MenuTrigger>
      <ConfirmDialog
        isOpen={asking !== null}
        onClose={() => setAsking(null)}
        title={asking?.question ?? ''}
        confirmLabel={asking?.label ?? ''}
        danger={asking?.danger ?? false}
        isPending={isPending}
        onConfirm={() => asking?.run()}
      >
        <p>{asking?.told}</p>
      </ConfirmDialog>
    </>
  );
}
