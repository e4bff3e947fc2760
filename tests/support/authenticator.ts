import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { CreationOptions, MadePasskey, RequestOptions, SignedChallenge } from '#contract/passkeys.ts';

export interface Forged {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
  readonly signature?: Buffer;
  readonly format?: string;
  readonly statement?: Cbor;
  readonly crossOrigin?: boolean;
}

export interface SoftPasskey {
  readonly id: string;
  sign(options: RequestOptions, forged?: Forged): SignedChallenge;
  copy(): SoftPasskey;
}

export interface Creating extends Forged {
  readonly isBackedUp?: boolean;
  readonly id?: Buffer;
  readonly publicKey?: ReadonlyMap<number, number | Buffer>;
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer): string => bytes.toString('base64url');

/** Encodes the subset of CBOR (RFC 8949) that authenticators use. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])]);
}

const present = 0x01;
const verified = 0x04;
const canBeBackedUp = 0x08;
const isBackedUpNow = 0x10;
const hasCredential = 0x40;

function authenticatorData(of: {
  readonly rpId: string;
  readonly counter: number;
  readonly isBackedUp: boolean;
  readonly forged: Forged;
  readonly credential?: Buffer;
}): Buffer {
  const { isVerified = true, isPresent = true } = of.forged;
  const flags =
    (isPresent ? present : 0) |
    (isVerified ? verified : 0) |
    (of.isBackedUp ? canBeBackedUp | isBackedUpNow : 0) |
    (of.credential === undefined ? 0 : hasCredential);
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(of.counter);
  return Buffer.concat([sha256(of.rpId), Buffer.from([flags]), counter, of.credential ?? Buffer.alloc(0)]);
}

const clientData = (type: string, challenge: string, origin: string, crossOrigin = false): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));

export function createPasskey(
  options: CreationOptions,
  { origin, ...forged }: Creating & { readonly origin: string },
): { readonly made: MadePasskey; readonly passkey: SoftPasskey } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (text: string): Buffer => Buffer.from(text, 'base64url');
  const own = new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, coordinate(x)],
    [-3, coordinate(y)],
  ]);
  const cose = cbor(forged.publicKey === undefined ? own : new Map<number, Cbor>(forged.publicKey));
  const credentialId = forged.id ?? randomBytes(32);
  const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255]);
  const { counter = 1, isBackedUp = false, rpId = options.rp.id } = forged;
  const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cose]);
  const data = authenticatorData({ rpId, counter, isBackedUp, forged, credential: attested });
  const statement = forged.statement ?? new Map();
  const attestation = cbor(
    new Map<string, Cbor>([
      ['fmt', forged.format ?? 'none'],
      ['attStmt', statement],
      ['authData', data],
    ]),
  );
  const signed = clientData(
    forged.type ?? 'webauthn.create',
    forged.challenge ?? options.challenge,
    origin,
    forged.crossOrigin,
  );
  const id = base64url(credentialId);
  const passkeyFrom = (start: number): SoftPasskey => {
    let count = start;
    return {
      id,
      sign(asked, more = {}) {
        if (start > 0) count += 1;
        const bytes = authenticatorData({
          rpId: more.rpId ?? asked.rpId,
          counter: more.counter ?? count,
          isBackedUp,
          forged: more,
        });
        const client = clientData(
          more.type ?? 'webauthn.get',
          more.challenge ?? asked.challenge,
          more.origin ?? origin,
        );
        const signature = sign('sha256', Buffer.concat([bytes, sha256(client)]), privateKey);
        return {
          id,
          client_data: base64url(client),
          authenticator_data: base64url(bytes),
          signature: base64url(more.signature ?? signature),
          user_handle: more.userHandle === undefined ? options.user.id : more.userHandle,
        };
      },
      copy: () => passkeyFrom(count),
    };
  };
  return {
    made: {
      id,
      client_data: base64url(signed),
      attestation: base64url(attestation),
      transports: ['internal'],
    },
    passkey: passkeyFrom(counter),
  };
}
