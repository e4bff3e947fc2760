import { ChevronsUpDown } from 'lucide-react';
import { shellLabels } from '#domain/messages.ts';
import { isOpen, useStart } from '#web/api/start.ts';
import { useSwitchBoard } from '#web/shell/board-switcher.tsx';
import { logOut } from '#web/shell/log-out.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { BoardMark } from '#web/ui/identity/board-mark.tsx';
import { Menu, MenuItem, MenuTrigger } from '#web/ui/overlays/menu.tsx';

/** The ways out for who does not set it up now: the boards that are open, and Logout. */
export function LeaveDuty() {
  const { boards } = useStart();
  const change = useSwitchBoard();
  const open = boards.filter(isOpen);
  return (
    <>
      {open.length > 0 && (
        <MenuTrigger placement="bottom start">
          <Button iconEnd={ChevronsUpDown}>Switch board</Button>
          <Menu aria-label="Boards">
            {open.map((board) => (
              <MenuItem
                key={board.board_info.board_id}
                start={<BoardMark size="s" title={board.title} logoUrl={board.logo_url} colour={board.primary_color} />}
                onAction={() => change(board)}
              >
                {board.title}
              </MenuItem>
            ))}
          </Menu>
        </MenuTrigger>
      )}
      <Button onPress={() => void logOut()}>{shellLabels.logout}</Button>
    </>
  );
}
