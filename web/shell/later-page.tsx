import { useMatches } from '@tanstack/react-router';
import { boardOf, useStart } from '../api/start.ts';
import { paths } from '../paths.ts';
import { LinkButton } from '../ui/actions/link-button.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { AuthActions, AuthFrame } from './auth-frame.tsx';

const text = 'This screen comes with a later version.';

/** A screen of the route table that this version does not have yet; its title is the route's. */
export function LaterRoute() {
  const { title = '', frame } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} });
  return frame === 'bare' ? <BareLaterPage title={title} /> : <LaterPage title={title} />;
}

export function LaterPage({ title }: { readonly title: string }) {
  return (
    <Page>
      <EmptyState
        level={1}
        title={title}
        text={text}
        action={<LinkButton href={paths.dashboard()}>Go to the dashboard</LinkButton>}
      />
    </Page>
  );
}

function BareLaterPage({ title }: { readonly title: string }) {
  const start = useStart();
  const isSignedIn = start.user !== null;
  return (
    <AuthFrame wide board={start.face ?? boardOf(start)} title={title} lede={text}>
      <AuthActions>
        <LinkButton variant="primary" href={isSignedIn ? paths.dashboard() : paths.login()}>
          {isSignedIn ? 'Go to the dashboard' : 'Go to the login'}
        </LinkButton>
      </AuthActions>
    </AuthFrame>
  );
}
