import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { connectProvider, listConnections } from '#contract/providers.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { providerLabels, providerMessages } from '#domain/messages/providers.ts';
import { ownPath } from '#domain/paths.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { isOpen, useBoard, useStart } from '#web/api/start.ts';
import { SwitchBoardMenu } from '#web/features/access/session/switch-board-menu.tsx';
import { AuthActions, AuthFrame } from '#web/shell/auth-frame.tsx';
import { logOut } from '#web/shell/log-out.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { ProviderButton, ProviderFailure } from './sign-in-providers.tsx';

export function BoardSignInPage() {
  const { next, provider: failed } = useSearch({ from: '/user/board-sign-in' });
  const { boards } = useStart();
  const board = useBoard();
  usePageTitle('Sign in', board?.title);
  const connect = useCall(connectProvider, { onSuccess: ({ url }) => window.location.assign(url) });
  const provider = board?.opens_by ?? null;
  const { data } = useQuery({ ...queryFor(listConnections), throwOnError: false, enabled: provider !== null });
  if (board === null || provider === null) {
    return (
      <AuthFrame board={board} title="You can now open the board">
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
    <AuthFrame
      board={board}
      title={providerMessages.opensBy(board.title, name)}
      lede={isConnected ? providerLabels.thereAndBack : providerLabels.connectOnce}
    >
      <AuthActions>
        <ProviderFailure provider={failed} />
        {isConnected ? (
          <ProviderButton provider={provider} variant="primary" next={ownPath(next)} />
        ) : (
          <Button
            variant="primary"
            block
            isPending={connect.isPending || connect.isSuccess}
            onPress={() => connect.mutate({ body: { provider_id: id, next: ownPath(next) } })}
          >
            {providerLabels.connect(name)}
          </Button>
        )}
        {others.length > 0 && <SwitchBoardMenu boards={others} />}
        <Button onPress={() => void logOut()}>{shellLabels.logout}</Button>
      </AuthActions>
    </AuthFrame>
  );
}
