import { useSearch } from '@tanstack/react-router';
import { InvitationPage } from '#web/features/access/invitations/invitation-page.tsx';
import { JoinByPasskey } from '#web/features/access/passkeys/join-by-passkey.tsx';
import { ProviderFailure, SignInProviders } from '#web/features/access/providers/sign-in-providers.tsx';

/** An invitation with the providers, which are a noun above it. */
export function Invitation() {
  const { provider } = useSearch({ from: '/inv/$uuid' });
  return (
    <InvitationPage
      otherWays={(uuid) => (
        <>
          <JoinByPasskey uuid={uuid} />
          <ProviderFailure provider={provider} />
          <SignInProviders invitation={uuid} />
        </>
      )}
    />
  );
}
