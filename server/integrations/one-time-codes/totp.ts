import { Secret, TOTP } from 'otpauth';
import QRCode from 'qrcode';
import { oneTimeCodeDigits } from '#domain/credentials.ts';

/**
 * A QR code as the address of a picture (`data:image/svg+xml`). As a picture it runs nothing and keeps to the page's
 * policy; dark on light in either theme, with the quiet zone that cameras need (ISO/IEC 18004).
 */
export async function qrPicture(text: string): Promise<string> {
  const svg = await QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** What authenticator apps take for granted: SHA-1, 30 seconds, six digits (RFC 6238, section 4). */
const shape = { algorithm: 'SHA1', digits: oneTimeCodeDigits, period: 30 } as const;
/** Bytes; RFC 4226, section 4 recommends 160 bits. */
const secretBytes = 20;
/** Time steps on either side: clocks differ, and typing takes a moment (RFC 6238, section 5.2). */
const stepsApart = 1;

/** Base32 (RFC 4648) without padding, as it is typed into an app. */
export const newSecret = (): string => new Secret({ size: secretBytes }).base32;

/** The address that a QR code holds: which account of which product. */
export function otpauthUrl(secret: string, of: { readonly issuer: string; readonly account: string }): string {
  return new TOTP({ ...shape, secret, issuer: of.issuer, label: of.account }).toString();
}

/** The time step that a code belongs to, if it is one of about now; else null. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...shape, secret });
  const timestamp = now.getTime();
  const apart = totp.validate({ token: code, timestamp, window: stepsApart });
  return apart === null ? null : totp.counter({ timestamp }) + apart;
}
