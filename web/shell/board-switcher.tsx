import { ChevronsUpDown, Plus } from 'lucide-react';
import { Button, MenuTrigger } from 'react-aria-components';
import { switchBoard } from '#contract/session.ts';
import type { Board } from '#contract/start.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { useCall } from '#web/api/mutations.ts';
import { useBoard, useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { Mark } from '#web/ui/brand/mark.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { BoardMark } from '#web/ui/identity/board-mark.tsx';
import { Menu, MenuItem, MenuSection, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import styles from './sidebar.module.css';

export function useSwitchBoard(): (board: Board) => void {
  const { mutate } = useCall(switchBoard, { onSuccess: ({ url }) => window.location.assign(url) });
  return (board) => mutate({ body: { board_id: board.board_info.board_id } });
}

export function BoardSwitcher({ onAdd }: { readonly onAdd: () => void }) {
  const { boards, current_board_id, settings } = useStart();
  const current = useBoard();
  const change = useSwitchBoard();
  const name = current?.title ?? settings.app_name;
  return (
    <MenuTrigger>
      <Button className={styles['board-switch'] ?? ''}>
        {current ? <BoardMark title={current.title} logoUrl={current.logo_url} /> : <Mark />}
        <span className={styles['board-title']} aria-hidden="true">
          {name}
        </span>
        <Icon of={ChevronsUpDown} />
        <span className="visually-hidden">{name}, switch board</span>
      </Button>
      <Menu placement="bottom start" aria-label="Boards">
        <MenuSection title="Your boards">
          {boards.map((board) => (
            <BoardItem
              key={board.board_info.board_id}
              board={board}
              isCurrent={board.board_info.board_id === current_board_id}
              onChoose={() => change(board)}
            />
          ))}
        </MenuSection>
        <MenuSeparator />
        <MenuItem icon={Plus} label={shellLabels.addNewBoard} onAction={onAdd} />
      </Menu>
    </MenuTrigger>
  );
}

interface BoardItemProps {
  readonly board: Board;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

function BoardItem({ board, isCurrent, onChoose }: BoardItemProps) {
  const mark = <BoardMark size="s" title={board.title} logoUrl={board.logo_url} colour={board.primary_color} />;
  if (board.suspended) {
    return <MenuItem start={mark} label={board.title} description="Suspended" href={paths.suspended(board)} />;
  }
  return (
    <MenuItem
      start={mark}
      label={board.title}
      {...(isCurrent ? { href: paths.dashboard(), description: 'This board' } : { onAction: onChoose })}
    />
  );
}
