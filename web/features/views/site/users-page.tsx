import { useSuspenseQuery } from '@tanstack/react-query';
import { Minus, ShieldCheck } from 'lucide-react';
import { useMemo } from 'react';
import { listSiteUsers, type SiteUser, sitePageSize, userStates } from '#contract/site.ts';
import { formatListDate } from '#domain/dates.ts';
import { counted } from '#domain/text.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useListAddress } from '#web/shell/use-list-address.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import { Fact } from '#web/ui/layout.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { type DataColumn, DataTable } from '#web/ui/rows/data-table.tsx';
import { List } from '#web/ui/rows/list.tsx';
import styles from './site.module.css';
import { SiteFilters, SiteFrame } from './site-frame.tsx';
import { UserActs } from './user-acts.tsx';

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
    <SiteFrame page="users" note={counted(data.found, 'user')}>
      <SiteFilters label="Find by name or email" address={address} state={state} states={states} />
      <List pages={{ page: address.page, found: data.found, size: sitePageSize, onPage: address.setPage }}>
        <DataTable
          label="Users"
          height="two"
          columns={columns}
          rows={data.users}
          keyOf={(user) => user.id}
          empty={<EmptyState title="Nobody found" text="Search for another name or address." />}
        />
      </List>
    </SiteFrame>
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
