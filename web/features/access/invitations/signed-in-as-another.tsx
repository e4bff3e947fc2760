import { paths } from '#web/paths.ts';
import { logOut } from '#web/shell/log-out.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';

interface SignedInAsAnotherProps {
  /** Whose session the browser holds; null without one. */
  readonly user: { readonly first_name: string; readonly name: string; readonly email: string } | null;
  /** The invitation's address. */
  readonly invited: string;
  /** The invitation's own address, to which the login comes back. */
  readonly here: string;
}

/** Whoever opens somebody's invitation while signed in as another is told so, and can sign out or go back. */
export function SignedInAsAnother({ user, invited, here }: SignedInAsAnotherProps) {
  if (user === null || user.email.toLowerCase() === invited.toLowerCase()) return null;
  return (
    <Notice tone="caution">
      <Stack gap="s">
        <span>
          You are signed in as {user.name} ({user.email}). This invitation is for {invited}.
        </span>
        <Cluster>
          <Button size="s" onPress={() => void logOut(here)}>
            Log out
          </Button>
          <LinkButton size="s" variant="quiet" href={paths.dashboard()}>
            Stay as {user.first_name}
          </LinkButton>
        </Cluster>
      </Stack>
    </Notice>
  );
}
