import { offerPasskey } from '#contract/passkeys.ts';
import { CallError, call } from '#web/api/call.ts';
import { canUsePasskeys } from '#web/api/passkeys.ts';
import { paths } from '#web/paths.ts';
import { continueTo } from './go-on.ts';

/** Continues after a sign-in without a passkey. Leads to an offer first if this device could store one. */
export async function continueOrOffer(url: string): Promise<void> {
  if (await isOffered()) window.location.assign(paths.passkeyOffer({ next: url }));
  else continueTo(url);
}

async function isOffered(): Promise<boolean> {
  if (!canUsePasskeys() || !(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return false;
  try {
    return (await call(offerPasskey, { body: {} })).is_offered;
  } catch (error) {
    // A failing offer must not prevent the sign-in.
    if (error instanceof CallError) return false;
    throw error;
  }
}
