import { useSearch } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import type { Board } from '#contract/start.ts';
import { boardOf, useStart } from '#web/api/start.ts';
import { AuthActions, AuthFrame } from '#web/shell/auth-frame.tsx';
import { useSwitchBoard } from '#web/shell/board-switcher.tsx';
import { logOut } from '#web/shell/log-out.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { BoardMark } from '#web/ui/identity/board-mark.tsx';
import { Menu, MenuItem, MenuTrigger } from '#web/ui/overlays/menu.tsx';

/** Which board the suspended page speaks of: the one of the address, else the current one, else the first suspended. */
export function suspendedBoard<T extends { readonly shortname: string; readonly suspended: boolean }>(known: {
  readonly boards: readonly T[];
  readonly current: T | null;
  readonly shortname: string | undefined;
}): T | null {
  const suspended = known.boards.filter((board) => board.suspended);
  const named = suspended.find((board) => board.shortname === known.shortname);
  if (named !== undefined) return named;
  return known.current?.suspended === true ? known.current : (suspended[0] ?? null);
}

/** /suspended: all that a suspended board shows its members. */
export function SuspendedPage() {
  const { board: shortname } = useSearch({ from: '/suspended' });
  const start = useStart();
  const board = suspendedBoard({ boards: start.boards, current: boardOf(start), shortname });
  usePageTitle('Suspended', board?.title);
  const others = start.boards.filter((each) => !each.suspended);
  const { contact_url: contact } = start.settings;
  return (
    <AuthFrame
      wide
      board={board}
      title="This board is suspended"
      lede="Its meetings, documents and people are kept safe, but nobody can open them until the board is active again. Please write to the board admin or to us."
    >
      <AuthActions>
        {contact !== null && (
          <LinkButton variant="primary" href={contact} target="_blank" rel="noreferrer">
            Contact us
          </LinkButton>
        )}
        {others.length > 0 ? <SwitchBoard boards={others} /> : <LogOutButton />}
      </AuthActions>
    </AuthFrame>
  );
}

function SwitchBoard({ boards }: { readonly boards: readonly Board[] }) {
  const change = useSwitchBoard();
  return (
    <MenuTrigger placement="bottom start">
      <Button iconEnd={ChevronsUpDown}>Switch board</Button>
      <Menu aria-label="Boards">
        {boards.map((board) => (
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
  );
}

function LogOutButton() {
  return <Button onPress={() => void logOut()}>Logout</Button>;
}
