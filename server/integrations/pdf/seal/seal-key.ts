import { createHash, randomBytes } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const yearsValid = 20;

/** Keys and certificates are DER in Base64. The first certificate is the seal's own. */
export interface SealKey {
  readonly privateKey: string;
  readonly certificates: readonly string[];
}

const oids = {
  commonName: '2.5.4.3',
  keyUsage: '2.5.29.15',
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const;

/** X.509 limits a common name to 64 characters. */
const commonNameMax = 64;

export async function makeSealKey(name: string, now: Date): Promise<SealKey> {
  const keys = await crypto.subtle.generateKey(curve, true, ['sign', 'verify']);
  const certificate = new pkijs.Certificate();
  certificate.version = 2;
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  certificate.serialNumber = new asn1js.Integer({ valueHex: plain(serial) });
  for (const side of [certificate.issuer, certificate.subject]) {
    const value = new asn1js.Utf8String({ value: [...name].slice(0, commonNameMax).join('') });
    side.typesAndValues.push(new pkijs.AttributeTypeAndValue({ type: oids.commonName, value }));
  }
  certificate.notBefore.value = now;
  certificate.notAfter.value = new Date(now);
  certificate.notAfter.value.setUTCFullYear(now.getUTCFullYear() + yearsValid);
  // Bits for digitalSignature and nonRepudiation (RFC 5280, section 4.2.1.3).
  const usage = new asn1js.BitString({ valueHex: plain(Buffer.from([0xc0])), unusedBits: 6 });
  certificate.extensions = [
    new pkijs.Extension({ extnID: oids.keyUsage, critical: true, extnValue: usage.toBER(false) }),
  ];
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(keys.privateKey, 'SHA-256');
  return {
    privateKey: base64(await crypto.subtle.exportKey('pkcs8', keys.privateKey)),
    certificates: [base64(certificate.toSchema().toBER(false))],
  };
}

const bags = { key: '1.2.840.113549.1.12.10.1.2', certificate: '1.2.840.113549.1.12.10.1.3' } as const;

/** Reads a PKCS #12 file that is encrypted with AES, as written by OpenSSL 3. */
export async function readSealP12(bytes: Buffer, password: string): Promise<SealKey> {
  const secret = { password: plain(Buffer.from(password)) };
  const pfx = pkijs.PFX.fromBER(plain(bytes));
  await pfx.parseInternalValues({ ...secret, checkIntegrity: true });
  const safe = pfx.parsedValue?.authenticatedSafe;
  await safe?.parseInternalValues({ safeContents: safe.safeContents.map(() => secret) });
  const found = (safe?.parsedValue?.safeContents ?? []).flatMap(
    ({ value }: { value: pkijs.SafeContents }) => value.safeBags,
  );
  let privateKey: string | undefined;
  const certificates: pkijs.Certificate[] = [];
  for (const { bagId, bagValue } of found) {
    if (bagId === bags.key && bagValue instanceof pkijs.PKCS8ShroudedKeyBag) {
      // This public method is missing from the type declarations.
      await (bagValue as unknown as { parseInternalValues(of: typeof secret): Promise<void> }).parseInternalValues(
        secret,
      );
      privateKey = base64(bagValue.parsedValue?.toSchema().toBER(false) ?? new ArrayBuffer(0));
    }
    const { parsedValue } = bagValue as pkijs.CertBag;
    if (bagId === bags.certificate && parsedValue instanceof pkijs.Certificate) certificates.push(parsedValue);
  }
  const isIssuer = ({ subject }: pkijs.Certificate) => certificates.some((each) => each.issuer.isEqual(subject));
  const own = certificates.find((each) => !isIssuer(each)) ?? certificates[0];
  if (privateKey === undefined || !own) throw new Error('SEAL_P12 contains no key with a certificate.');
  const inOrder = [own, ...certificates.filter((each) => each !== own)];
  return { privateKey, certificates: inOrder.map((each) => base64(each.toSchema().toBER(false))) };
}

/** The signature dictionary contains the time, so the attribute signing-time is absent (EN 319 142-1, section 6.3). */
export async function signDetached(key: SealKey, digest: Buffer): Promise<Buffer> {
  const certificates = key.certificates.map((der) => pkijs.Certificate.fromBER(Buffer.from(der, 'base64')));
  const [own] = certificates;
  if (!own) throw new Error('The seal has no certificate.');
  const certHash = createHash('sha256')
    .update(Buffer.from(own.toSchema().toBER(false)))
    .digest();
  const octets = (bytes: Buffer) => new asn1js.OctetString({ valueHex: plain(bytes) });
  const sequence = (...value: asn1js.BaseBlock[]) => new asn1js.Sequence({ value });
  const attribute = (type: string, value: asn1js.BaseBlock) => new pkijs.Attribute({ type, values: [value] });
  const signedData = new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: oids.data }),
    certificates,
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          // DER requires this order, shortest attribute first.
          attributes: [
            attribute(oids.contentType, new asn1js.ObjectIdentifier({ value: oids.data })),
            attribute(oids.messageDigest, octets(digest)),
            attribute(oids.signingCertificateV2, sequence(sequence(sequence(octets(certHash))))),
          ],
        }),
      }),
    ],
  });
  const privateKey = await importPrivateKey(key, own);
  await signedData.sign(privateKey, 0, 'SHA-256');
  const content = new pkijs.ContentInfo({ contentType: oids.signedData, content: signedData.toSchema(true) });
  return Buffer.from(content.toSchema().toBER(false));
}

async function importPrivateKey(key: SealKey, own: pkijs.Certificate): Promise<CryptoKey> {
  const isRsa = own.subjectPublicKeyInfo.algorithm.algorithmId === '1.2.840.113549.1.1.1';
  const algorithm = isRsa ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } : curve;
  return crypto.subtle.importKey('pkcs8', Buffer.from(key.privateKey, 'base64'), algorithm, false, ['sign']);
}

const base64 = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('base64');
const plain = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;
