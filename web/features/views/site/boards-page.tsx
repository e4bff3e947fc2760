import { useSuspenseQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { boardStates, listSiteBoards, type SiteBoard, sitePageSize } from '#contract/site.ts';
import { counted } from '#domain/counted.ts';
import { formatListDate } from '#domain/dates.ts';
import { sizeText } from '#domain/file-words.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { BoardMark } from '#web/ui/identity/board-mark.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Pager } from '#web/ui/rows/pager.tsx';
import { Table, type TableColumn } from '#web/ui/rows/table.tsx';
import { BoardActs } from './board-acts.tsx';
import { NewBoardDialog } from './new-board-dialog.tsx';
import styles from './site.module.css';
import { SiteFilters } from './site-filters.tsx';
import { SiteFrame } from './site-frame.tsx';
import { useSiteAddress } from './use-site-address.ts';

const states = [
  { value: 'all', label: 'All boards' },
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
] as const;

const columns: readonly TableColumn[] = [
  { id: 'board', name: 'Board', isRowHeader: true },
  { id: 'status', name: 'Status' },
  { id: 'members', name: 'Members', align: 'end' },
  { id: 'documents', name: 'Documents', align: 'end' },
  { id: 'stored', name: 'Stored', align: 'end' },
  { id: 'active', name: 'Last active', align: 'end' },
  { id: 'created', name: 'Created', align: 'end' },
  { id: 'acts', name: 'Manage', nameHidden: true, fit: true },
];

/** /admin/site/boards: boards from outside, with figures and nothing of what stands in them (product.md, section 2). */
export function SiteBoardsPage() {
  const address = useSiteAddress('/shell/site-admins/admin/site/boards');
  const timeZone = useTimeZone();
  const [isOpening, setOpening] = useState(false);
  const state = boardStates.find((known) => known === address.state) ?? 'all';
  const { data } = useSuspenseQuery(
    queryFor(listSiteBoards, { query: { find: address.find, state, page: String(address.page) } }),
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
      <Table
        label="Boards"
        height="two"
        columns={columns}
        rows={data.boards.map((board) => ({ id: board.id, cells: cellsOf(board, timeZone) }))}
        empty={<EmptyState title="No board found" text="Look for another name, or open a board." />}
      />
      <Pager page={address.page} found={data.found} size={sitePageSize} onPage={address.setPage} />
      {isOpening && <NewBoardDialog onClose={() => setOpening(false)} />}
    </SiteFrame>
  );
}

function cellsOf(board: SiteBoard, timeZone: string) {
  const { active_members: active, invited_members: invited } = board;
  return [
    <div key="board" className={styles.name}>
      <BoardMark size="s" title={board.title} logoUrl={board.logo_url} colour={board.primary_color} />
      <span className={styles.words}>
        {board.title}
        <span className="meta">{board.shortname}</span>
        {board.plan_note !== '' && <span className="meta">{board.plan_note}</span>}
      </span>
    </div>,
    <span key="status" className={styles.badges}>
      {board.suspended_at === null ? <Badge tone="positive">Active</Badge> : <Badge tone="negative">Suspended</Badge>}
      {!board.has_admin && <Badge tone="caution">No admin</Badge>}
    </span>,
    <span key="members" className={styles.figures}>
      {invited === 0 ? active : `${active} + ${invited} invited`}
    </span>,
    <span key="documents" className={styles.figures}>
      {board.documents}
    </span>,
    <span key="stored" className={styles.figures}>
      {sizeText(board.stored_bytes)}
    </span>,
    <span key="active" className={styles.figures}>
      {board.last_active_at === null ? 'Never' : formatListDate(board.last_active_at, timeZone)}
    </span>,
    <span key="created" className={styles.figures}>
      {formatListDate(board.created_at, timeZone)}
    </span>,
    <BoardActs key="acts" board={board} />,
  ];
}
