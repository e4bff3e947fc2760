import type { BoardFace } from '#contract/start.ts';
import { paths } from '#web/paths.ts';
import { AuthActions, AuthFrame } from '#web/shell/auth-frame.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';

interface ClosedInvitationProps {
  readonly board: BoardFace | null;
  readonly title: string;
  readonly lede: string;
}

/** A link that opens nothing any more says why, and leads on. */
export function ClosedInvitation({ board, title, lede }: ClosedInvitationProps) {
  return (
    <AuthFrame wide board={board} title={title} lede={lede}>
      <AuthActions>
        <LinkButton variant="primary" href={paths.login()}>
          Go to the login
        </LinkButton>
      </AuthActions>
    </AuthFrame>
  );
}
