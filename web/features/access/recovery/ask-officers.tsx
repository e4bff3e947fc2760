import { useNavigate } from '@tanstack/react-router';
import { askForBoard } from '#contract/recoveries.ts';
import type { Board } from '#contract/start.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { recoveryMessages } from '#domain/messages/recovery.ts';
import { useCall } from '#web/api/mutations.ts';
import { isOpen, useStart } from '#web/api/start.ts';
import { signInError } from '#web/features/access/session/sign-in-errors.ts';
import { SwitchBoardMenu } from '#web/features/access/session/switch-board-menu.tsx';
import { paths } from '#web/paths.ts';
import { AuthActions, AuthFrame } from '#web/shell/auth-frame.tsx';
import { logOut } from '#web/shell/log-out.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';

/** Of a board that is still closed to whoever came back in by another. */
export function AskOfficers({ board }: { readonly board: Board }) {
  const { boards } = useStart();
  const navigate = useNavigate();
  usePageTitle('Vouching', board.title);
  const ask = useCall(askForBoard, {
    quiet: true,
    onSuccess: ({ id }) => void navigate({ href: paths.recovery(id) }),
  });
  const others = boards.filter((each) => isOpen(each));
  return (
    <AuthFrame
      board={board}
      title={recoveryMessages.unvouched(board.title)}
      lede="You came back in by another board. Ask the officers of this one; you get a code to tell them by voice."
    >
      <AuthActions>
        {ask.error !== null && <ErrorText>{signInError(ask.error)}</ErrorText>}
        <Button
          variant="primary"
          block
          isPending={ask.isPending}
          onPress={() => ask.mutate({ body: { board_id: board.board_info.board_id } })}
        >
          Ask its officers
        </Button>
        {others.length > 0 && <SwitchBoardMenu boards={others} />}
        <Button onPress={() => void logOut()}>{shellLabels.logout}</Button>
      </AuthActions>
    </AuthFrame>
  );
}
