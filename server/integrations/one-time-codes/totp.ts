import { Secret, TOTP } from 'otpauth';
import { oneTimeCodeDigits } from '#domain/credentials.ts';

/** Returns a data URL, because an SVG loaded as an image cannot run scripts. */
export async function qrPicture(text: string): Promise<string> {
  const { default: QRCode } = await import('qrcode');
  const svg = await QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** Authenticator apps assume these values (RFC 6238, section 4). */
const shape = { algorithm: 'SHA1', digits: oneTimeCodeDigits, period: 30 } as const;
/** 160 bits, as recommended by RFC 4226, section 4. */
const secretBytes = 20;
/** Steps to accept before and after the current one, for clock drift and typing time (RFC 6238, section 5.2). */
const stepsApart = 1;

export const newSecret = (): string => new Secret({ size: secretBytes }).base32;

export function otpauthUrl(secret: string, of: { readonly issuer: string; readonly account: string }): string {
  return new TOTP({ ...shape, secret, issuer: of.issuer, label: of.account }).toString();
}

/** Returns the time step of the code, or null if the code is not current. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...shape, secret });
  const timestamp = now.getTime();
  const apart = totp.validate({ token: code, timestamp, window: stepsApart });
  return apart === null ? null : totp.counter({ timestamp }) + apart;
}
