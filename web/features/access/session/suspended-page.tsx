import { useSearch } from '@tanstack/react-router';
import { shellLabels } from '#domain/messages/general.ts';
import { boardOf, useStart } from '#web/api/start.ts';
import { AuthActions, AuthFrame } from '#web/shell/auth-frame.tsx';
import { logOut } from '#web/shell/log-out.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { SwitchBoardMenu } from './switch-board-menu.tsx';

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
      lede="Its meetings, documents and member records are safe, but nobody can open them until the board is active again. Please write to a board admin or the operator of this portal."
    >
      <AuthActions>
        {contact !== null && (
          <LinkButton variant="primary" href={contact} target="_blank" rel="noreferrer">
            Contact us
          </LinkButton>
        )}
        {others.length > 0 ? (
          <SwitchBoardMenu boards={others} />
        ) : (
          <Button onPress={() => void logOut()}>{shellLabels.logout}</Button>
        )}
      </AuthActions>
    </AuthFrame>
  );
}

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
