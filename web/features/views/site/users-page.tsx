import { useSuspenseQuery } from '@tanstack/react-query';
import { Ellipsis, KeyRound, LogOut, Minus, Shield, ShieldCheck, ShieldOff, UserCheck, UserX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import {
  disableUser,
  listSiteUsers,
  resetUserSignIn,
  type SiteUser,
  setSiteAdmin,
  signOutUser,
  userStates,
} from '#contract/site.ts';
import { formatListDate } from '#domain/dates.ts';
import { siteMessages } from '#domain/messages/boards.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useStart, useTimeZone } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { useListAddress } from '#web/shell/use-list-address.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import type { IconType } from '#web/ui/icon.tsx';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import { Fact } from '#web/ui/layout.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import type { DataColumn } from '#web/ui/rows/data-table.tsx';
import styles from './site.module.css';
import { SiteList } from './site-frame.tsx';

const states = [
  { value: 'all', label: 'All users' },
  { value: 'site-admins', label: 'Site admins' },
  { value: 'disabled', label: 'Disabled' },
] as const;

export function SiteUsersPage() {
  const address = useListAddress();
  const timeZone = useTimeZone();
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  const state = userStates.find((known) => known === address.search.state) ?? 'all';
  const { data } = useSuspenseQuery(
    queryFor(listSiteUsers, { query: { find: address.find.text, state, page: String(address.page) } }),
  );
  return (
    <SiteList
      page="users"
      noun="user"
      filterLabel="Find by name or email"
      address={address}
      state={state}
      states={states}
      columns={columns}
      rows={data.users}
      found={data.found}
      empty={<EmptyState title="Nobody found" text="Search for another name or address." />}
    />
  );
}

function columnsIn(timeZone: string): readonly DataColumn<SiteUser>[] {
  return [
    { id: 'name', header: 'Name', cell: (user) => <UserCell user={user} /> },
    {
      id: 'boards',
      header: 'Boards',
      cell: ({ boards }) => (
        <span className={styles.boards}>{boards.length === 0 ? 'None' : boards.map(boardLabel).join('; ')}</span>
      ),
    },
    {
      id: 'two-factor',
      header: 'Two-factor',
      cell: ({ has_two_factor: isOn }) => <Fact icon={isOn ? ShieldCheck : Minus}>{isOn ? 'On' : 'Off'}</Fact>,
    },
    {
      id: 'seen',
      header: 'Last seen',
      align: 'end',
      cell: ({ last_seen_at: at }) => (
        <span className={styles.figures}>{at === null ? 'Signed out' : formatListDate(at, timeZone)}</span>
      ),
    },
    { id: 'acts', header: 'Manage', headerHidden: true, fit: true, cell: (user) => <UserActs user={user} /> },
  ];
}

function UserCell({ user }: { readonly user: SiteUser }) {
  return (
    <div className={styles.name}>
      <Avatar id={user.id} name={user.name} />
      <span className={styles.words}>
        <span className={styles.badges}>
          {user.name}
          {user.is_site_admin && <Badge tone="board">Site admin</Badge>}
          {user.is_disabled && <Badge tone="negative">Disabled</Badge>}
        </span>
        <span className="meta">{user.email}</span>
      </span>
    </div>
  );
}

function boardLabel(board: SiteUser['boards'][number]): string {
  const notes = [...(board.is_board_admin ? ['admin'] : []), ...(board.status === 'active' ? [] : [board.status])];
  return notes.length === 0 ? board.title : `${board.title} (${notes.join(', ')})`;
}

function UserActs({ user }: { readonly user: SiteUser }) {
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const { acts, isPending } = useUserActs(user, () => setChosenKey(null));
  const chosen = acts.find(({ key }) => key === chosenKey);
  return (
    <>
      <MenuTrigger>
        <IconButton icon={Ellipsis} size="s" aria-label={`More actions for ${user.name}`} />
        <Menu aria-label={`Manage ${user.name}`}>
          {acts.map((act) => (
            <MenuItem
              key={act.key}
              icon={act.icon}
              label={act.label}
              disabledReason={act.disabledReason}
              onAction={() => setChosenKey(act.key)}
            />
          ))}
        </Menu>
      </MenuTrigger>
      <ConfirmDialog
        isOpen={chosen !== undefined}
        onClose={() => setChosenKey(null)}
        title={chosen?.question ?? ''}
        confirmLabel={chosen?.label ?? ''}
        danger={chosen?.danger ?? false}
        isPending={isPending}
        onConfirm={() => chosen?.run()}
      >
        <p>{chosen?.consequence}</p>
      </ConfirmDialog>
    </>
  );
}

interface UserAct {
  readonly key: string;
  readonly icon: IconType;
  readonly label: string;
  readonly question: string;
  readonly consequence: string;
  readonly danger: boolean;
  readonly run: () => void;
  readonly disabledReason?: string;
}

function useUserActs(user: SiteUser, onEnd: () => void) {
  const { user: self, settings } = useStart();
  const mailsLink = settings.password_reset_url === paths.forgotPassword();
  const saying = (toast: string) => ({
    invalidates: ['site'] as const,
    onSuccess: () => {
      onEnd();
      showToast(toast);
    },
    onError: onEnd,
  });
  const disable = useCall(
    disableUser,
    saying(user.is_disabled ? `${user.name} can sign in again.` : `${user.name} is disabled.`),
  );
  const admin = useCall(
    setSiteAdmin,
    saying(user.is_site_admin ? `${user.name} is no longer a site admin.` : `${user.name} is now a site admin.`),
  );
  const reset = useCall(
    resetUserSignIn,
    saying(
      mailsLink
        ? `${user.name} will get an email with a link to set a new password.`
        : `Sign-in for ${user.name} has been reset. Their password is unchanged.`,
    ),
  );
  const signOut = useCall(signOutUser, saying(`${user.name} has been signed out everywhere.`));
  const params = { id: user.id };
  const notOnSelf = user.id === self?.id ? { disabledReason: siteMessages.notYourself } : {};
  const acts: readonly UserAct[] = [
    {
      ...siteAdminTexts(user),
      run: () => admin.mutate({ params, body: { is_site_admin: !user.is_site_admin } }),
    },
    { ...resetTexts(user, mailsLink), run: () => reset.mutate({ params, body: {} }), ...notOnSelf },
    { ...signOutTexts(user), run: () => signOut.mutate({ params, body: {} }) },
    {
      ...disableTexts(user),
      run: () => disable.mutate({ params, body: { is_disabled: !user.is_disabled } }),
      ...notOnSelf,
    },
  ];
  return { acts, isPending: disable.isPending || admin.isPending || reset.isPending || signOut.isPending };
}

type ActTexts = Omit<UserAct, 'run' | 'disabledReason'>;

const siteAdminTexts = ({ name, is_site_admin: isAdmin }: SiteUser): ActTexts => ({
  key: 'site-admin',
  icon: isAdmin ? ShieldOff : Shield,
  label: isAdmin ? 'Remove as site admin' : 'Make site admin',
  question: isAdmin ? `Remove ${name} as site admin?` : `Make ${name} a site admin?`,
  consequence: isAdmin
    ? 'Their roles on their boards will not change.'
    : 'Site admins create and suspend boards, and disable users. They cannot read anything on a board that they are not a member of.',
  danger: isAdmin,
});

const resetTexts = ({ name, has_two_factor: hasFactor }: SiteUser, mailsLink: boolean): ActTexts => ({
  key: 'reset',
  icon: KeyRound,
  label: 'Reset sign-in',
  question: `Reset sign-in for ${name}?`,
  consequence: `First make sure that the request really comes from them. ${mailsLink ? 'They get an email with a link to set a new password' : 'Their password is not changed; they can set a new one through “Forgot password” on the login page'}, and the admins of their boards are notified.${hasFactor ? ' Their authenticator app, passkeys and recovery codes are removed, and the password works again in 12 hours.' : ''}`,
  danger: true,
});

const signOutTexts = ({ name }: SiteUser): ActTexts => ({
  key: 'sign-out',
  icon: LogOut,
  label: 'Sign out everywhere',
  question: `Sign ${name} out everywhere?`,
  consequence: 'All their sessions end immediately. They are notified by email.',
  danger: true,
});

const disableTexts = ({ name, is_disabled: isDisabled }: SiteUser): ActTexts => ({
  key: 'disable',
  icon: isDisabled ? UserCheck : UserX,
  label: isDisabled ? 'Enable' : 'Disable',
  question: isDisabled ? `Enable ${name} again?` : `Disable ${name}?`,
  consequence: isDisabled
    ? 'They can sign in as before and have access to the same boards.'
    : 'They are signed out of every board immediately and cannot sign in. Their links and calendars stop working. If they are the only admin of a board, appoint another one.',
  danger: !isDisabled,
});
