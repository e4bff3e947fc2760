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

const webauthn = () => import('@simplewebauthn/browser');

/** Passkeys require a host name instead of an IP address, and https or localhost. */
export function canUsePasskeys(): boolean {
  const { hostname } = window.location;
  const isName = !/^[\d.]+$|:/.test(hostname);
  return isName && window.isSecureContext && typeof window.PublicKeyCredential === 'function';
}

export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
}

/** Opens the browser's dialog. Throws `PasskeyError`. */
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
  readonly onFailed: (error: Error) => void;
}

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

/** Milliseconds after which a new challenge is requested, before the old one expires. */
const offeredMs = 240_000;
const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'focus'] as const;

export function useOfferedPasskeys(onSigned: (signed: SignedChallenge) => Promise<void>): void {
  const signed = useEffectEvent(onSigned);
  useEffect(() => {
    if (!canUsePasskeys()) return;
    const ended = new AbortController();
    const { signal } = ended;
    let offeredAt = 0;
    const offer = async (): Promise<void> => {
      offeredAt = Date.now();
      const { browserSupportsWebAuthnAutofill, WebAuthnError } = await webauthn();
      if (signal.aborted || !(await browserSupportsWebAuthnAutofill())) return;
      try {
        const { options } = await call(beginPasskeySignIn, { body: { unasked: true } });
        if (signal.aborted) return;
        const made = await signWith(options, { useBrowserAutofill: true }).catch((error: unknown) => {
          // The user has left the page, so ignore the error.
          if (signal.aborted) return null;
          throw error;
        });
        if (made !== null) await signed(made);
      } catch (error) {
        const isOfBrowser = error instanceof DOMException || error instanceof WebAuthnError;
        if (error instanceof CallError || isOfBrowser) return;
        throw error;
      }
    };
    void offer();
    const offerAgain = (): void => {
      if (Date.now() - offeredAt > offeredMs) void offer();
    };
    for (const sign of signsOfLife) window.addEventListener(sign, offerAgain, { signal });
    return () => {
      ended.abort();
      void webauthn().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
    };
  }, []);
}
