import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import {
  beginPasskeySignIn,
  type CreationOptions,
  type MadePasskey,
  type RequestOptions,
  type SignedChallenge,
} from '#contract/passkeys.ts';
import { passkeyMessages } from '#domain/messages/sign-in.ts';
import { call } from './call.ts';
import { CallError } from './call-error.ts';

/** Loaded by who uses a passkey. */
const webauthn = () => import('@simplewebauthn/browser');

/** Passkeys belong to a name, never to a bare address, and to https or this machine. */
export function canUsePasskeys(): boolean {
  const { hostname } = window.location;
  const isName = !/^[\d.]+$|:/.test(hostname);
  return isName && window.isSecureContext && typeof window.PublicKeyCredential === 'function';
}

/** What the browser or the authenticator refused; the message is shown. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
}

/** The browser asks; rejects with `PasskeyError`. */
export async function createPasskey(options: CreationOptions): Promise<MadePasskey> {
  const { startRegistration } = await webauthn();
  try {
    const { id, response } = await startRegistration({ optionsJSON: options });
    return {
      id,
      client_data: response.clientDataJSON,
      attestation: response.attestationObject,
      transports: response.transports ?? [],
    };
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    throw new PasskeyError(isKnown ? passkeyMessages.hereAlready : passkeyMessages.notMade, { cause: error });
  }
}

async function signWith(options: RequestOptions, more: { readonly useBrowserAutofill?: boolean } = {}) {
  const { startAuthentication } = await webauthn();
  const { id, response } = await startAuthentication({ optionsJSON: options, ...more });
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle ?? null,
  } satisfies SignedChallenge;
}

interface Signing<Answer> {
  readonly begin: () => Promise<{ options: RequestOptions }>;
  readonly send: (signed: SignedChallenge) => Promise<Answer>;
  readonly onDone: (answer: Answer) => void;
  /** A `PasskeyError`, or the call's. */
  readonly onFailed: (error: Error) => void;
}

/** A press: the options, the browser's question, the call. */
export function usePasskey<Answer>({ begin, send, onDone, onFailed }: Signing<Answer>) {
  const used = useMutation<Answer, Error>({
    meta: { quiet: true },
    mutationFn: async () => {
      const { options } = await begin();
      const signed = await signWith(options).catch((error: unknown) => {
        throw new PasskeyError(passkeyMessages.refused, { cause: error });
      });
      return send(signed);
    },
    onSuccess: onDone,
    onError: onFailed,
  });
  return { isBusy: used.isPending || used.isSuccess, press: () => used.mutate() };
}

/** Shorter than a challenge lasts. Milliseconds. */
const offeredMs = 240_000;
const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'focus'] as const;

/** Offers passkeys in the field whose `autoComplete` ends in `webauthn`: as the page opens, and anew to whoever comes back to it later. */
export function useOfferedPasskeys(onSigned: (signed: SignedChallenge) => Promise<void>): void {
  const signed = useEffectEvent(onSigned);
  // An effect, because the browser is asked when the page opens.
  useEffect(() => {
    if (!canUsePasskeys()) return;
    let isOver = false;
    let offeredAt = 0;
    const offer = async (): Promise<void> => {
      offeredAt = Date.now();
      const { browserSupportsWebAuthnAutofill, WebAuthnError } = await webauthn();
      if (isOver || !(await browserSupportsWebAuthnAutofill())) return;
      try {
        const { options } = await call(beginPasskeySignIn, { body: { unasked: true } });
        if (isOver) return;
        const made = await signWith(options, { useBrowserAutofill: true }).catch((error: unknown) => {
          // Who left the page meanwhile took its field along.
          if (isOver) return null;
          throw error;
        });
        if (made !== null) await signed(made);
      } catch (error) {
        // Whoever does not take the offer signs in as before.
        const isOfBrowser = error instanceof DOMException || error instanceof WebAuthnError;
        if (error instanceof CallError || isOfBrowser) return;
        throw error;
      }
    };
    void offer();
    const offerAgain = (): void => {
      if (Date.now() - offeredAt > offeredMs) void offer();
    };
    for (const sign of signsOfLife) window.addEventListener(sign, offerAgain);
    return () => {
      isOver = true;
      for (const sign of signsOfLife) window.removeEventListener(sign, offerAgain);
      void webauthn().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
    };
  }, []);
}
