import { type BaseBlock, fromBER, Integer, ObjectIdentifier } from 'asn1js';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A signature as pdf.js returns it, for which pdf.js has no type. */
interface Signature {
  readonly id: string;
  readonly signerName: string | null;
  readonly subFilter: string | null;
}

const signersMax = 20;
/** A time stamp shows when a document was signed, but not who signed it. */
const timeStamp = 'ETSI.RFC3161';

/** Returns the distinct names in the document's signatures, which are not verified. */
export async function readSigners(pdf: PDFDocumentProxy): Promise<readonly string[]> {
  const signatures = ((await pdf.getSignatures()) ?? []) as readonly Signature[];
  const named = signatures.slice(0, signersMax).map(async ({ id, signerName, subFilter }) => {
    if (subFilter === timeStamp) return null;
    const pkcs7 = (await pdf.getSignatureData(id))?.pkcs7;
    return (pkcs7 && certifiedName(pkcs7)) || signerName;
  });
  const names = (await Promise.all(named)).map((name) => name?.trim() ?? '');
  return [...new Set(names.filter((name) => name !== ''))];
}

const valueIn = (block: BaseBlock | undefined): unknown =>
  (block?.valueBlock as { value?: unknown } | undefined)?.value;

function partsOf(block: BaseBlock | undefined): readonly BaseBlock[] {
  const value = valueIn(block);
  return Array.isArray(value) ? value : [];
}

/** The ASN.1 tag [0] contains the certificates in SignedData (RFC 5652) and the version in a certificate (RFC 5280). */
const isTagged0 = (block: BaseBlock): boolean => block.idBlock.tagClass === 3 && block.idBlock.tagNumber === 0;

/** Returns the signer's name from SignedData (RFC 5652), or null if there is none. */
export function certifiedName(pkcs7: Uint8Array): string | null {
  const [, content] = partsOf(fromBER(pkcs7.slice().buffer).result);
  const [signedData] = partsOf(content);
  const parts = partsOf(signedData);
  const certificates = partsOf(parts.find(isTagged0)).map((certificate) => {
    const [body] = partsOf(certificate);
    const fields = partsOf(body);
    // Skips the version, which version 1 certificates omit.
    const [serial, , , , subject] = fields[0] && isTagged0(fields[0]) ? fields.slice(1) : fields;
    return { serial: numberOf(serial), subject };
  });
  const [signer] = partsOf(parts.at(-1));
  const [, serial] = partsOf(partsOf(signer)[1]);
  const own = certificates.find((each) => each.serial === numberOf(serial)) ?? certificates[0];
  return nameIn(own?.subject, commonName) ?? nameIn(own?.subject, organization);
}

const [commonName, organization] = ['2.5.4.3', '2.5.4.10'];

const numberOf = (block: BaseBlock | undefined): string | undefined =>
  block instanceof Integer ? block.valueBlock.valueHexView.join() : undefined;

function nameIn(subject: BaseBlock | undefined, kind: string): string | null {
  for (const attribute of partsOf(subject).flatMap(partsOf)) {
    const [type, value] = partsOf(attribute);
    if (!(type instanceof ObjectIdentifier) || type.valueBlock.toString() !== kind) continue;
    const text = valueIn(value);
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return null;
}
