import { useSuspenseQuery } from '@tanstack/react-query';
import { Minus, ShieldCheck } from 'lucide-react';
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
import { Pager } from '#web/ui/rows/pager.tsx';
import { Table, type TableColumn } from '#web/ui/rows/table.tsx';
import styles from './site.module.css';
import { SiteFilters, SiteFrame } from './site-frame.tsx';
import { UserActs } from './user-acts.tsx';

const states = [
  { value: 'all', label: 'All users' },
  { value: 'site-admins', label: 'Site admins' },
  { value: 'disabled', label: 'Disabled' },
] as const;

const columns: readonly TableColumn[] = [
  { id: 'name', name: 'Name', isRowHeader: true },
  { id: 'boards', name: 'Boards' },
  { id: 'two-factor', name: 'Two-factor' },
  { id: 'seen', name: 'Last seen', align: 'end' },
  { id: 'acts', name: 'Manage', nameHidden: true, fit: true },
];

/** /admin/site/users: everybody with an account, and the boards that they are on (product.md, section 2). */
export function SiteUsersPage() {
  const address = useListAddress();
  const timeZone = useTimeZone();
  const state = userStates.find((known) => known === address.search.state) ?? 'all';
  const { data } = useSuspenseQuery(
    queryFor(listSiteUsers, { query: { find: address.find.text, state, page: String(address.page) } }),
  );
  return (
    <SiteFrame page="users" note={counted(data.found, 'user')}>
      <SiteFilters label="Find by name or email" address={address} state={state} states={states} />
      <Table
        label="Users"
        height="two"
        columns={columns}
        rows={data.users.map((user) => ({ id: user.id, cells: cellsOf(user, timeZone) }))}
        empty={<EmptyState title="Nobody found" text="Look for another name or address." />}
      />
      <Pager page={address.page} found={data.found} size={sitePageSize} onPage={address.setPage} />
    </SiteFrame>
  );
}

function cellsOf(user: SiteUser, timeZone: string) {
  return [
    <div key="name" className={styles.name}>
      <Avatar id={user.id} name={user.name} />
      <span className={styles.words}>
        <span className={styles.badges}>
          {user.name}
          {user.is_site_admin && <Badge tone="board">Site admin</Badge>}
          {user.is_disabled && <Badge tone="negative">Disabled</Badge>}
        </span>
        <span className="meta">{user.email}</span>
      </span>
    </div>,
    <span key="boards" className={styles.boards}>
      {user.boards.length === 0 ? 'None' : user.boards.map(boardWords).join('; ')}
    </span>,
    <Fact key="two-factor" icon={user.has_two_factor ? ShieldCheck : Minus}>
      {user.has_two_factor ? 'On' : 'Off'}
    </Fact>,
    <span key="seen" className={styles.figures}>
      {user.last_seen_at === null ? 'Signed out' : formatListDate(user.last_seen_at, timeZone)}
    </span>,
    <UserActs key="acts" user={user} />,
  ];
}

function boardWords(board: SiteUser['boards'][number]): string {
  const notes = [...(board.is_board_admin ? ['admin'] : []), ...(board.status === 'active' ? [] : [board.status])];
  return notes.length === 0 ? board.title : `${board.title} (${notes.join(', ')})`;
}
