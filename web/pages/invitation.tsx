import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { getInvitation } from '#contract/invitations.ts';
import { queryFor } from '#web/api/queries.ts';
import { InvitationPage } from '#web/features/access/invitations/invitation-page.tsx';
import { JoinByPasskey } from '#web/features/access/passkeys/join-by-passkey.tsx';
import { ProviderButton, ProviderFailure, SignInProviders } from '#web/features/access/providers/sign-in-providers.tsx';

export const Invitation = () => (
  <InvitationPage firstWay={(uuid) => <FirstWay uuid={uuid} />} otherWays={(uuid) => <OtherWays uuid={uuid} />} />
);

interface OfInvitation {
  readonly uuid: string;
}

function FirstWay({ uuid }: OfInvitation) {
  const { provider } = useSearch({ from: '/inv/$uuid' });
  const own = useBoardProvider(uuid);
  return (
    <>
      <ProviderFailure provider={provider} />
      {own !== null && <ProviderButton provider={own} variant="primary" invitation={uuid} />}
    </>
  );
}

function OtherWays({ uuid }: OfInvitation) {
  return (
    <>
      <JoinByPasskey uuid={uuid} />
      <SignInProviders invitation={uuid} offered={useBoardProvider(uuid)?.id} />
    </>
  );
}

function useBoardProvider(uuid: string) {
  return useQuery(queryFor(getInvitation, { params: { uuid } })).data?.invitation?.opens_by ?? null;
}
