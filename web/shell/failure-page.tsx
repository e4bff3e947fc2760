import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useMatch, useRouter } from '@tanstack/react-router';
import { isMissing } from '#web/api/query-client.ts';
import { useStart } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { AuthActions, AuthFrame } from './auth-frame.tsx';
import { BareNotFoundPage, NotFoundPage } from './not-found-page.tsx';

const words = {
  title: 'This page could not be loaded',
  text: 'Nothing was changed. Try again, or come back in a moment.',
  retry: 'Try again',
};

/** What stands in the place of a page that failed. What went wrong is said in the general error modal. */
export function FailurePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { reset: resetQueries } = useQueryErrorResetBoundary();
  const frame = useMatch({ strict: false, select: (match) => match.staticData.frame });
  const { face } = useStart();
  const isBare = frame === 'bare';
  if (isMissing(error)) return isBare ? <BareNotFoundPage /> : <NotFoundPage />;
  const retry = (
    <Button
      onPress={() => {
        resetQueries();
        reset();
        void router.invalidate();
      }}
    >
      {words.retry}
    </Button>
  );
  if (isBare) {
    return (
      <AuthFrame board={face} title={words.title} lede={words.text}>
        <AuthActions>{retry}</AuthActions>
      </AuthFrame>
    );
  }
  return (
    <Page>
      <EmptyState level={1} title={words.title} text={words.text} action={retry} />
    </Page>
  );
}
