import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { signInLabels } from '#domain/messages/sign-in.ts';
import { ownPath } from '#domain/paths.ts';
import { useStart } from '#web/api/start.ts';
import { AuthActions, AuthFrame } from '#web/shell/auth-frame.tsx';
import { continueTo } from '#web/shell/go-on.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { CreatePasskey } from './create-passkey.tsx';

export function PasskeyOfferPage() {
  const { next } = useSearch({ from: '/user/passkey' });
  const { face } = useStart();
  const [isCreating, setCreating] = useState(false);
  const goOn = (): void => continueTo(ownPath(next));
  return (
    <AuthFrame board={face} title={signInLabels.passkeyOfferTitle} lede={signInLabels.passkeyOffer}>
      <AuthActions>
        <Button variant="primary" onPress={() => setCreating(true)}>
          Create a passkey
        </Button>
        <Button onPress={goOn}>Not now</Button>
      </AuthActions>
      {isCreating && <CreatePasskey onClose={() => setCreating(false)} onCreated={goOn} />}
    </AuthFrame>
  );
}
