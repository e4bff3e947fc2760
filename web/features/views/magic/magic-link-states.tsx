import type { MagicKind } from '#domain/magic-uid.ts';
import { useStart } from '#web/api/start.ts';
import { AuthActions, AuthFrame } from '#web/shell/auth-frame.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { LogInLink } from './log-in-link.tsx';

const goneTitle = 'This link opens nothing';

/** Unknown, mistyped or withdrawn: says what can be done, and nothing of what was there. */
export function MagicLinkGone({ what = 'meeting' }: { readonly what?: MagicKind }) {
  const { face } = useStart();
  usePageTitle(goneTitle);
  return (
    <AuthFrame
      wide
      board={face}
      title={goneTitle}
      lede={`The address may not be complete, or the ${what} is no longer shared by it. Open the newest message about the ${what} and follow its link, or log in to see your ${what}s.`}
    >
      <AuthActions>
        <LogInLink variant="primary" />
      </AuthActions>
    </AuthFrame>
  );
}

/** What went wrong is said in the general error modal. */
export function MagicLinkFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { face } = useStart();
  return (
    <AuthFrame
      wide
      board={face}
      title="This page could not be loaded"
      lede="Nothing was changed. Try again, or come back in a moment."
    >
      <AuthActions>
        <Button variant="primary" onPress={onRetry}>
          Try again
        </Button>
      </AuthActions>
    </AuthFrame>
  );
}

/** The card of a meeting that is on its way. */
export function MagicCardLoading({ title }: { readonly title: string }) {
  const { face } = useStart();
  return (
    <AuthFrame wide board={face} title={title}>
      <ListSkeleton rows={2} />
    </AuthFrame>
  );
}
