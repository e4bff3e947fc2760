import { useSearch } from '@tanstack/react-router';
import { signInLabels } from '#domain/messages/sign-in.ts';
import { ownPath } from '#domain/paths.ts';
import { useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { AuthActions, AuthFrame } from '#web/shell/auth-frame.tsx';
import { continueTo } from '#web/shell/go-on.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';

/** /user/passkey: after signing in without a passkey. `next` is where the sign-in leads. */
export function PasskeyOfferPage() {
  const { next } = useSearch({ from: '/user/passkey' });
  const { face } = useStart();
  return (
    <AuthFrame board={face} title={signInLabels.passkeyOfferTitle} lede={signInLabels.passkeyOffer}>
      <AuthActions>
        <LinkButton variant="primary" href={paths.accountSecurity()}>
          Create a passkey
        </LinkButton>
        <Button onPress={() => continueTo(ownPath(next))}>Not now</Button>
      </AuthActions>
    </AuthFrame>
  );
}
