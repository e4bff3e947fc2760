import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useMatch, useRouter } from '@tanstack/react-router';
import { isMissing } from '#web/api/query-client.ts';
import { boardOf, useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton, MeetingSkeleton, PageSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { AuthActions, AuthFrame } from './auth-frame.tsx';
import { usePageTitle } from './page-title.ts';

const failureText = {
  title: 'This page could not be loaded',
  text: 'Nothing was changed. Try again, or come back later.',
  retry: 'Try again',
};

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
      {failureText.retry}
    </Button>
  );
  if (isBare) {
    return (
      <AuthFrame board={face} title={failureText.title} lede={failureText.text}>
        <AuthActions>{retry}</AuthActions>
      </AuthFrame>
    );
  }
  return (
    <Page>
      <EmptyState level={1} title={failureText.title} text={failureText.text} action={retry} />
    </Page>
  );
}

const notFoundText = {
  title: 'Page not found',
  text: 'This page may have been removed or is not shared with you.',
};

/** For unknown addresses and for missing or hidden objects, which must look the same. */
export function NotFoundPage() {
  usePageTitle(notFoundText.title);
  return (
    <Page>
      <EmptyState
        level={1}
        title={notFoundText.title}
        text={notFoundText.text}
        action={<LinkButton href={paths.dashboard()}>Go to the dashboard</LinkButton>}
      />
    </Page>
  );
}

export function BareNotFoundPage() {
  const start = useStart();
  usePageTitle(notFoundText.title);
  return (
    <AuthFrame board={start.face ?? boardOf(start)} title={notFoundText.title} lede={notFoundText.text}>
      <AuthActions>
        <LinkButton variant="primary" href={start.user === null ? paths.login() : paths.dashboard()}>
          {start.user === null ? 'Go to the login page' : 'Go to the dashboard'}
        </LinkButton>
      </AuthActions>
    </AuthFrame>
  );
}

export function ShellPending() {
  return (
    <Page>
      <PageSkeleton />
    </Page>
  );
}

export function DashboardPending() {
  return (
    <Page>
      <PageHead title="Dashboard" />
      <MeetingSkeleton />
    </Page>
  );
}

export function BarePending() {
  const start = useStart();
  return (
    <AuthFrame wide board={start.face ?? boardOf(start)} title={start.settings.app_name}>
      <ListSkeleton rows={2} />
    </AuthFrame>
  );
}
