import { boardOf, useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { AuthActions, AuthFrame } from './auth-frame.tsx';
import { usePageTitle } from './page-title.ts';

const words = {
  title: 'Page not found',
  text: 'It may have been removed, or it is not shared with you.',
};

/** For an address that leads nowhere, and for an object that is missing or not the reader's: both look alike. */
export function NotFoundPage() {
  usePageTitle(words.title);
  return (
    <Page>
      <EmptyState
        level={1}
        title={words.title}
        text={words.text}
        action={<LinkButton href={paths.dashboard()}>Go to the dashboard</LinkButton>}
      />
    </Page>
  );
}

/** The same without a shell: nobody is signed in, or the page is a shared link. */
export function BareNotFoundPage() {
  const start = useStart();
  usePageTitle(words.title);
  return (
    <AuthFrame board={start.face ?? boardOf(start)} title={words.title} lede={words.text}>
      <AuthActions>
        <LinkButton variant="primary" href={start.user === null ? paths.login() : paths.dashboard()}>
          {start.user === null ? 'Go to the login' : 'Go to the dashboard'}
        </LinkButton>
      </AuthActions>
    </AuthFrame>
  );
}
