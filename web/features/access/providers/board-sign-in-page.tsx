import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { beginProviderSignIn, listConnections } from '#contract/providers.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { providerLabels, providerMessages } from '#domain/messages/providers.ts';
import { ownPath } from '#domain/paths.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { isOpen, useBoard, useStart } from '#web/api/start.ts';
import { SwitchBoardMenu } from '#web/features/access/session/switch-board-menu.tsx';
import { paths } from '#web/paths.ts';
import { AuthActions, AuthFrame } from '#web/shell/auth-frame.tsx';
import { logOut } from '#web/shell/log-out.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';

/** /user/board-sign-in: of a board that opens by a provider, for sessions that began otherwise. `next` is where to go on. */
export function BoardSignInPage() {
  const { next } = useSearch({ from: '/user/board-sign-in' });
  const { boards } = useStart();
  const board = useBoard();
  usePageTitle('Sign in', board?.title);
  const begin = useCall(beginProviderSignIn, { onSuccess: ({ url }) => window.location.assign(url) });
  const provider = board?.opens_by ?? null;
  const { data } = useQuery({ ...queryFor(listConnections), throwOnError: false, enabled: provider !== null });
  if (board === null || provider === null) {
    return (
      <AuthFrame board={board} title="The board is open">
        <AuthActions>
          <LinkButton variant="primary" block href={ownPath(next)}>
            Continue
          </LinkButton>
        </AuthActions>
      </AuthFrame>
    );
  }
  const { id, name } = provider;
  const others = boards.filter((each) => isOpen(each));
  const isConnected = data?.connections.some((each) => each.provider_id === id && !each.is_off) ?? true;
  return (
    <AuthFrame board={board} title={providerMessages.opensBy(board.title, name)} lede={providerLabels.thereAndBack}>
      <AuthActions>
        <Button
          variant="primary"
          block
          isPending={begin.isPending || begin.isSuccess}
          onPress={() => begin.mutate({ params: { id }, body: { next: ownPath(next) } })}
        >
          {providerLabels.signInWith(name)}
        </Button>
        {!isConnected && (
          <p className="meta">
            Your account is not connected with it yet.{' '}
            <TextLink href={paths.accountSecurity()}>Connect it in your account</TextLink>
          </p>
        )}
        {others.length > 0 && <SwitchBoardMenu boards={others} />}
        <Button onPress={() => void logOut()}>{shellLabels.logout}</Button>
      </AuthActions>
    </AuthFrame>
  );
}
