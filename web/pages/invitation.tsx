import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { getInvitation } from '#contract/invitations.ts';
import { queryFor } from '#web/api/queries.ts';
import { InvitationPage } from '#web/features/access/invitations/invitation-page.tsx';
import { JoinByPasskey } from '#web/features/access/passkeys/join-by-passkey.tsx';
import { ProviderFailure, SignInProviders } from '#web/features/access/providers/sign-in-providers.tsx';

/** An invitation with the providers, which are a noun above it. */
export const Invitation = () => <InvitationPage otherWays={(uuid) => <OtherWays uuid={uuid} />} />;

function OtherWays({ uuid }: { readonly uuid: string }) {
  const { provider } = useSearch({ from: '/inv/$uuid' });
  const { data } = useQuery(queryFor(getInvitation, { params: { uuid } }));
  return (
    <>
      <JoinByPasskey uuid={uuid} />
      <ProviderFailure provider={provider} />
      <SignInProviders invitation={uuid} offered={data?.invitation?.opens_by?.id} />
    </>
  );
}
