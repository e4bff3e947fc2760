import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { beginProviderSignIn, listProviders } from '#contract/providers.ts';
import { providerLabels, providerMessages, testFailure } from '#domain/messages/providers.ts';
import { connectionsMax } from '#domain/providers.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { AuthActions } from '#web/shell/auth-frame.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

interface SignInProvidersProps {
  readonly next?: string | undefined;
  readonly board?: string | undefined;
  readonly invitation?: string | undefined;
  readonly offered?: string | undefined;
}

export function SignInProviders({ offered, ...of }: SignInProvidersProps) {
  const { data } = useProviders();
  const [showsAll, setShowingAll] = useState(false);
  const others = data?.providers.filter(({ id }) => id !== offered) ?? [];
  if (others.length === 0) return null;
  return (
    <AuthActions>
      {offered === undefined || showsAll ? (
        others.map((provider) => <ProviderButton key={provider.id} provider={provider} {...of} />)
      ) : (
        <TextButton onPress={() => setShowingAll(true)}>{providerLabels.others}</TextButton>
      )}
    </AuthActions>
  );
}

interface ProviderButtonProps extends Omit<SignInProvidersProps, 'offered'> {
  readonly provider: { readonly id: string; readonly name: string };
  readonly variant?: 'primary' | 'secondary';
}

export function ProviderButton({
  provider: { id, name },
  variant = 'secondary',
  next,
  board,
  invitation,
}: ProviderButtonProps) {
  const begin = useCall(beginProviderSignIn, { onSuccess: ({ url }) => window.location.assign(url) });
  return (
    <Button
      variant={variant}
      block
      isPending={begin.isPending || begin.isSuccess}
      onPress={() => begin.mutate({ params: { id }, body: { next, board, invitation_id: invitation } })}
    >
      {(invitation === undefined ? providerLabels.signInWith : providerLabels.continueWith)(name)}
    </Button>
  );
}

export function ProviderFailure({ provider }: { readonly provider: string | undefined }) {
  const { data } = useProviders(provider !== undefined);
  if (provider === undefined || data === undefined) return null;
  const text = failureText(data, provider);
  if (text === null) return null;
  return (
    <Notice tone={data.failure?.why === 'tested' ? 'info' : 'caution'} role="alert">
      {text}
    </Notice>
  );
}

function useProviders(isAsked = true) {
  return useQuery({ ...queryFor(listProviders), throwOnError: false, enabled: isAsked });
}

function failureText({ providers, failure }: AnswerOf<typeof listProviders>, provider: string): string | null {
  switch (failure?.why) {
    case 'not-connected':
      return claiming(providerMessages.notConnected, failure.detail);
    case 'tested':
      return claiming(providerMessages.tested(failure.name), failure.detail);
    case 'test-failed':
      return providerMessages.testFailed(failure.name, testFailure(failure.detail ?? ''));
    case 'no-subject':
      return providerMessages.noSubject(failure.name);
    case 'connected-elsewhere':
      return providerMessages.connectedElsewhere;
    case 'too-many':
      return providerMessages.connectionsMost(connectionsMax);
    case 'failed':
      return providerMessages.notFinished(failure.name);
    default: {
      const name = providers.find(({ id }) => id === provider)?.name;
      return name === undefined ? null : providerMessages.notFinished(name);
    }
  }
}

const claiming = (sentence: string, email: string | null): string =>
  email === null ? sentence : `${sentence} ${providerMessages.claimedEmail(email)}`;
