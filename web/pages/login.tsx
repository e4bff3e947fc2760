import { useSearch } from '@tanstack/react-router';
import { providerMessages } from '#domain/messages/providers.ts';
import { useStart } from '#web/api/start.ts';
import { ProviderButton, ProviderFailure, SignInProviders } from '#web/features/access/providers/sign-in-providers.tsx';
import { LoginPage } from '#web/features/access/session/login-page.tsx';

export function Login() {
  const { next, board, provider } = useSearch({ from: '/login' });
  const { face } = useStart();
  const own = face?.provider;
  const of = { next, board };
  return (
    <LoginPage
      first={
        <>
          <ProviderFailure provider={provider} />
          {own?.is_required && <p>{providerMessages.opensBy(face?.title ?? '', own.name)}</p>}
          {own && <ProviderButton provider={own} variant={own.is_required ? 'primary' : 'secondary'} {...of} />}
        </>
      }
      below={<SignInProviders {...of} offered={own?.id} />}
    />
  );
}
