import { useSuspenseQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { boardStates, listSiteBoards, type SiteBoard, sitePageSize } from '#contract/site.ts';
import { formatListDate } from '#domain/dates.ts';
import { sizeText } from '#domain/documents.ts';
import { counted } from '#domain/text.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useListAddress } from '#web/shell/use-list-address.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { BoardMark } from '#web/ui/identity/board-mark.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { type DataColumn, DataTable } from '#web/ui/rows/data-table.tsx';
import { List } from '#web/ui/rows/list.tsx';
import { BoardActs } from './board-acts.tsx';
import { NewBoardDialog } from './board-dialogs.tsx';
import styles from './site.module.css';
import { SiteFilters, SiteFrame } from './site-frame.tsx';

const states = [
  { value: 'all', label: 'All boards' },
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
] as const;

export function SiteBoardsPage() {
  const address = useListAddress();
  const timeZone = useTimeZone();
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  const [isOpening, setOpening] = useState(false);
  const state = boardStates.find((known) => known === address.search.state) ?? 'all';
  const { data } = useSuspenseQuery(
    queryFor(listSiteBoards, { query: { find: address.find.text, state, page: String(address.page) } }),
  );
  return (
    <SiteFrame
      page="boards"
      note={counted(data.found, 'board')}
      actions={
        <Button variant="primary" icon={Plus} onPress={() => setOpening(true)}>
          New board
        </Button>
      }
    >
      <SiteFilters label="Find a board" address={address} state={state} states={states} />
      <List pages={{ page: address.page, found: data.found, size: sitePageSize, onPage: address.setPage }}>
        <DataTable
          label="Boards"
          height="two"
          columns={columns}
          rows={data.boards}
          keyOf={(board) => board.id}
          empty={<EmptyState title="No board found" text="Look for another name, or create a board." />}
        />
      </List>
      {isOpening && <NewBoardDialog onClose={() => setOpening(false)} />}
    </SiteFrame>
  );
}

function columnsIn(timeZone: string): readonly DataColumn<SiteBoard>[] {
  const figures = (value: ReactNode) => <span className={styles.figures}>{value}</span>;
  return [
    { id: 'board', header: 'Board', cell: (board) => <BoardCell board={board} /> },
    { id: 'status', header: 'Status', cell: (board) => <StatusCell board={board} /> },
    {
      id: 'members',
      header: 'Members',
      align: 'end',
      cell: ({ active_members: active, invited_members: invited }) =>
        figures(invited === 0 ? active : `${active} + ${invited} invited`),
    },
    { id: 'documents', header: 'Documents', align: 'end', cell: (board) => figures(board.documents) },
    { id: 'stored', header: 'Stored', align: 'end', cell: (board) => figures(sizeText(board.stored_bytes)) },
    {
      id: 'active',
      header: 'Last active',
      align: 'end',
      cell: ({ last_active_at: at }) => figures(at === null ? 'Never' : formatListDate(at, timeZone)),
    },
    {
      id: 'created',
      header: 'Created',
      align: 'end',
      cell: (board) => figures(formatListDate(board.created_at, timeZone)),
    },
    { id: 'acts', header: 'Manage', headerHidden: true, fit: true, cell: (board) => <BoardActs board={board} /> },
  ];
}

function BoardCell({ board }: { readonly board: SiteBoard }) {
  return (
    <div className={styles.name}>
      <BoardMark size="s" title={board.title} logoUrl={board.logo_url} colour={board.primary_color} />
      <span className={styles.words}>
        {board.title}
        <span className="meta">{board.shortname}</span>
        {board.plan_note !== '' && <span className="meta">{board.plan_note}</span>}
      </span>
    </div>
  );
}

function StatusCell({ board }: { readonly board: SiteBoard }) {
  return (
    <span className={styles.badges}>
      {board.suspended_at === null ? <Badge tone="positive">Active</Badge> : <Badge tone="negative">Suspended</Badge>}
      {!board.has_admin && <Badge tone="caution">No admin</Badge>}
    </span>
  );
}
