import { useSearch } from '@tanstack/react-router';
import { useStart } from '#web/api/start.ts';
import { ProviderFailure, SignInProviders } from '#web/features/access/providers/sign-in-providers.tsx';
import { LoginPage } from '#web/features/access/session/login-page.tsx';

/** The login with the providers, which are a noun above the session. */
export function Login() {
  const { next, provider } = useSearch({ from: '/login' });
  const { face } = useStart();
  return (
    <LoginPage
      notice={<ProviderFailure provider={provider} />}
      below={<SignInProviders next={next} offered={face?.provider_id} />}
    />
  );
}
