import { offerPasskey } from '#contract/passkeys.ts';
import { CallError, call } from '#web/api/call.ts';
import { canUsePasskeys } from '#web/api/passkeys.ts';
import { paths } from '#web/paths.ts';
import { continueTo } from './go-on.ts';

export async function continueOrOffer(url: string): Promise<void> {
  if (await isOffered()) window.location.assign(paths.passkeyOffer({ next: url }));
  else continueTo(url);
}

async function isOffered(): Promise<boolean> {
  if (!canUsePasskeys() || !(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return false;
  try {
    return (await call(offerPasskey, { body: {} })).is_offered;
  } catch (error) {
    // If the offer fails, the sign-in must still continue.
    if (error instanceof CallError) return false;
    throw error;
  }
}
