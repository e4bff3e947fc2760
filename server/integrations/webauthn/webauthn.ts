import { createPublicKey, type JsonWebKey } from 'node:crypto';

const loadServer = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/** Milliseconds for which a challenge is valid. */
export const ceremonyMsMax = 300_000;

/** ES256 and RS256. EdDSA is not offered, because Node does not check whether an Ed25519 point is valid. */
const algorithms: readonly number[] = [-7, -257];

export interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

interface MadeCredential {
  readonly id: string;
  readonly client_data: string;
  readonly attestation: string;
}

interface SignedChallenge {
  readonly id: string;
  readonly client_data: string;
  readonly authenticator_data: string;
  readonly signature: string;
}

const plain = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** JSON options for `navigator.credentials.create` (WebAuthn level 3, section 5.1.8). */
export const creationOptions = (given: {
  readonly rpId: string;
  readonly rpName: string;
  readonly challenge: Buffer;
  readonly handle: Buffer;
  readonly email: string;
  readonly displayName: string;
  readonly known: readonly { readonly credentialId: Buffer; readonly transports: readonly string[] }[];
}) =>
  ({
    rp: { id: given.rpId, name: given.rpName },
    user: { id: given.handle.toString('base64url'), name: given.email, displayName: given.displayName },
    challenge: given.challenge.toString('base64url'),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: ceremonyMsMax,
    attestation: 'none',
    excludeCredentials: given.known.map(({ credentialId, transports }) => ({
      type: 'public-key' as const,
      id: credentialId.toString('base64url'),
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }) as const;

/** JSON options for `navigator.credentials.get` (WebAuthn level 3, section 5.1.8). */
export const requestOptions = (rpId: string, challenge: Buffer) =>
  ({
    challenge: challenge.toString('base64url'),
    rpId,
    timeout: ceremonyMsMax,
    userVerification: 'required',
  }) as const;

interface ClientData {
  readonly challenge: Buffer;
  readonly origin: string;
}

/** Reads the unverified client data. Returns null if it is malformed. */
export async function readClientData(encoded: string): Promise<ClientData | null> {
  const { decodeClientDataJSON } = await loadHelpers();
  try {
    const { challenge, origin } = decodeClientDataJSON(encoded);
    if (typeof challenge !== 'string' || typeof origin !== 'string') return null;
    return { challenge: Buffer.from(challenge, 'base64url'), origin };
  } catch {
    return null;
  }
}

export interface NewCredential {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly isBackedUp: boolean;
}

/** Certificates are rejected, because checking them could fetch URLs that they contain. */
async function hasCertificates(attestation: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await loadHelpers();
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestation));
  const format = decoded.get('fmt');
  return format !== 'none' && (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined);
}

/**
 * Cross-origin responses are rejected, so that another site cannot create a passkey through a frame (WebAuthn level 3,
 * section 5.8.1).
 */
async function isCrossOrigin(clientData: string): Promise<boolean> {
  const { decodeClientDataJSON } = await loadHelpers();
  const { crossOrigin, topOrigin } = decodeClientDataJSON(clientData);
  return (crossOrigin ?? false) !== false || topOrigin !== undefined;
}

/** Labels in COSE keys (RFC 9052 and RFC 9053). */
const cose = { algorithm: 3, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2 } as const;
const rsaBitsMin = 2_048;

async function isStrongKey(publicKey: Uint8Array): Promise<boolean> {
  const { isoCBOR } = await loadHelpers();
  const key = isoCBOR.decodeFirst<Map<number, unknown>>(plain(publicKey));
  const text = (label: number): string => Buffer.from(key.get(label) as Uint8Array).toString('base64url');
  const jwk = (parts: JsonWebKey) => createPublicKey({ key: { ...parts }, format: 'jwk' });
  switch (key.get(cose.algorithm)) {
    case -7:
      return (
        key.get(cose.curve) === 1 &&
        jwk({ kty: 'EC', crv: 'P-256', x: text(cose.x), y: text(cose.y) }).type === 'public'
      );
    case -257: {
      const details = jwk({ kty: 'RSA', n: text(cose.modulus), e: text(cose.exponent) }).asymmetricKeyDetails;
      return (details?.modulusLength ?? 0) >= rsaBitsMin && (details?.publicExponent ?? 0n) > 1n;
    }
    default:
      return false;
  }
}

/** Returns null if the response does not match the options. */
export async function verifyCreation(
  given: MadeCredential,
  { rp, challenge }: { readonly rp: RelyingParty; readonly challenge: Buffer },
): Promise<NewCredential | null> {
  const { verifyRegistrationResponse } = await loadServer();
  try {
    if (await hasCertificates(given.attestation)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: given.id,
        rawId: given.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: given.client_data, attestationObject: given.attestation },
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: [...rp.origins],
      expectedRPID: rp.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    });
    if (!verified || registrationInfo.credential.id !== given.id) return null;
    if (!(await isStrongKey(registrationInfo.credential.publicKey)) || (await isCrossOrigin(given.client_data)))
      return null;
    return {
      credentialId: Buffer.from(registrationInfo.credential.id, 'base64url'),
      publicKey: Buffer.from(registrationInfo.credential.publicKey),
      counter: registrationInfo.credential.counter,
      isBackedUp: registrationInfo.credentialBackedUp,
    };
  } catch {
    // SimpleWebAuthn throws if a check fails.
    return null;
  }
}

export interface Signature {
  readonly counter: number;
  readonly isBackedUp: boolean;
}

/** Returns null if the signature is invalid. The caller must compare the counter with the stored one. */
export async function verifySignature(
  given: SignedChallenge,
  { rp, challenge, publicKey }: { readonly rp: RelyingParty; readonly challenge: Buffer; readonly publicKey: Buffer },
): Promise<Signature | null> {
  const { verifyAuthenticationResponse } = await loadServer();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: given.id,
        rawId: given.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: given.client_data,
          authenticatorData: given.authenticator_data,
          signature: given.signature,
        },
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: [...rp.origins],
      expectedRPID: rp.id,
      credential: { id: given.id, publicKey: plain(publicKey), counter: 0 },
      requireUserVerification: true,
    });
    if (!verified) return null;
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  } catch {
    // SimpleWebAuthn throws if a check fails.
    return null;
  }
}
