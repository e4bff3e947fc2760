import { ChevronsUpDown } from 'lucide-react';
import { MenuTrigger } from 'react-aria-components';
import type { Board } from '#contract/start.ts';
import { useSwitchBoard } from '#web/shell/board-switcher.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { BoardMark } from '#web/ui/identity/board-mark.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';

export function SwitchBoardMenu({ boards }: { readonly boards: readonly Board[] }) {
  const change = useSwitchBoard();
  return (
    <MenuTrigger>
      <Button iconEnd={ChevronsUpDown}>Switch board</Button>
      <Menu placement="bottom start" aria-label="Boards">
        {boards.map((board) => (
          <MenuItem
            key={board.board_info.board_id}
            start={<BoardMark size="s" title={board.title} logoUrl={board.logo_url} colour={board.primary_color} />}
            label={board.title}
            onAction={() => change(board)}
          />
        ))}
      </Menu>
    </MenuTrigger>
  );
}
