import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { beginProviderSignIn, listProviders } from '#contract/providers.ts';
import { providerLabels, providerMessages } from '#domain/messages/providers.ts';
import { connectionsMax } from '#domain/providers.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { AuthActions } from '#web/shell/auth-frame.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

interface SignInProvidersProps {
  readonly next?: string | undefined;
  /** The secret of an invitation that is redeemed by it. */
  readonly invitation?: string | undefined;
  /** The one that the board offers. */
  readonly offered?: string | null | undefined;
}

/** Below the form of the login or of an invitation: a button for each provider, or the board's before the others. */
export function SignInProviders({ next, invitation, offered }: SignInProvidersProps) {
  const { data } = useProviders();
  const [showsAll, setShowingAll] = useState(false);
  const begin = useCall(beginProviderSignIn, { onSuccess: ({ url }) => window.location.assign(url) });
  if (data === undefined || data.providers.length === 0) return null;
  const ofBoard = data.providers.filter(({ id }) => id === offered);
  const others = data.providers.filter(({ id }) => id !== offered);
  const isFolded = ofBoard.length > 0 && others.length > 0 && !showsAll;
  return (
    <AuthActions>
      {(isFolded ? ofBoard : [...ofBoard, ...others]).map(({ id, name }) => (
        <Button
          key={id}
          block
          isPending={(begin.isPending || begin.isSuccess) && begin.variables?.params.id === id}
          onPress={() => begin.mutate({ params: { id }, body: { next, invitation_id: invitation } })}
        >
          {invitation === undefined ? providerLabels.signInWith(name) : providerLabels.continueWith(name)}
        </Button>
      ))}
      {isFolded && <TextButton onPress={() => setShowingAll(true)}>{providerLabels.others}</TextButton>}
    </AuthActions>
  );
}

/** Why the sign-in at the provider that the address names came to nothing. */
export function ProviderFailure({ provider }: { readonly provider: string | undefined }) {
  const { data } = useProviders(provider !== undefined);
  if (provider === undefined || data === undefined) return null;
  const text = failureText(data, provider);
  if (text === null) return null;
  return (
    <Notice tone="caution" role="alert">
      {text}
    </Notice>
  );
}

function useProviders(isAsked = true) {
  return useQuery({ ...queryFor(listProviders), throwOnError: false, enabled: isAsked });
}

function failureText({ providers, failure }: AnswerOf<typeof listProviders>, provider: string): string | null {
  switch (failure?.why) {
    case 'not-connected': {
      const { claimed_email: email } = failure;
      const { notConnected, claimedEmail } = providerMessages;
      return email === null ? notConnected : `${notConnected} ${claimedEmail(email)}`;
    }
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
