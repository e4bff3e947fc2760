import { useSuspenseQuery } from '@tanstack/react-query';
import { CirclePause, CirclePlay, Ellipsis, Pencil, Plus, UserPlus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import { boardStates, listSiteBoards, resumeSiteBoard, type SiteBoard, suspendSiteBoard } from '#contract/site.ts';
import { formatListDate } from '#domain/dates.ts';
import { sizeText } from '#domain/documents.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { useListAddress } from '#web/shell/use-list-address.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { BoardMark } from '#web/ui/identity/board-mark.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import type { DataColumn } from '#web/ui/rows/data-table.tsx';
import { EditBoardDialog, FirstAdminDialog, NewBoardDialog } from './board-dialogs.tsx';
import styles from './site.module.css';
import { SiteList } from './site-frame.tsx';

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
    <>
      <SiteList
        page="boards"
        noun="board"
        actions={
          <Button variant="primary" icon={Plus} onPress={() => setOpening(true)}>
            New board
          </Button>
        }
        filterLabel="Find a board"
        address={address}
        state={state}
        states={states}
        columns={columns}
        rows={data.boards}
        found={data.found}
        empty={<EmptyState title="No boards found" text="Search for another name, or create a board." />}
      />
      {isOpening && <NewBoardDialog onClose={() => setOpening(false)} />}
    </>
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

type OpenDialog = 'edit' | 'suspend' | 'admin' | null;

function BoardActs({ board }: { readonly board: SiteBoard }) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = (): void => setOpen(null);
  const resume = useCall(resumeSiteBoard, {
    invalidates: ['site'],
    onSuccess: () => {
      showToast(`${board.title} is open again.`);
    },
  });
  const params = { id: board.id };
  return (
    <>
      <MenuTrigger>
        <IconButton icon={Ellipsis} size="s" aria-label={`More actions for ${board.title}`} />
        <Menu aria-label={`Manage ${board.title}`}>
          <MenuItem icon={Pencil} label="Rename or edit plan note" onAction={() => setOpen('edit')} />
          {!board.has_admin && (
            <MenuItem icon={UserPlus} label="Appoint first admin" onAction={() => setOpen('admin')} />
          )}
          {board.suspended_at === null ? (
            <MenuItem icon={CirclePause} label="Suspend" onAction={() => setOpen('suspend')} />
          ) : (
            <MenuItem icon={CirclePlay} label="Resume" onAction={() => resume.mutate({ params, body: {} })} />
          )}
        </Menu>
      </MenuTrigger>
      <ConfirmCall
        endpoint={suspendSiteBoard}
        input={{ params, body: {} }}
        invalidates={['site']}
        done={`${board.title} is suspended.`}
        isOpen={open === 'suspend'}
        onClose={close}
        title={`Suspend ${board.title}?`}
        confirmLabel="Suspend"
        danger
      >
        <p>
          Members will see only a notice that the board is suspended. Shared links and calendars will stop working, and
          emails will be held back. Nothing is lost, and everything will work again once the board is resumed.
        </p>
      </ConfirmCall>
      {open === 'edit' && <EditBoardDialog board={board} onClose={close} />}
      {open === 'admin' && <FirstAdminDialog board={board} onClose={close} />}
    </>
  );
}
