import { boardMessages } from '#domain/messages.ts';
import { logoLimits } from '#domain/pictures.ts';
import { refused } from '#server/errors.ts';
import { decoded, openPixels, readHead } from './read-picture.ts';

/** Pixels of the longer side: a logo is shown at 64 at most, in mail 40 high; `@2x` for screens of double density. */
export const logoSides = { '1x': 128, '2x': 256 } as const;
export type LogoSize = keyof typeof logoSides;

/** A logo in both sizes, in its own proportions and with its transparency: PNG, which every mail program shows. */
export async function makeLogo(path: string): Promise<Readonly<Record<LogoSize, Buffer>>> {
  const size = await readHead(path);
  if (Math.max(size.width, size.height) < logoLimits.sideMin)
    throw refused(boardMessages.logoTooSmall(logoLimits.sideMin));
  const kept = (side: number): Promise<Buffer> =>
    openPixels(path)
      .resize(side, side, { fit: 'inside' })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer();
  return decoded(async () => ({ '1x': await kept(logoSides['1x']), '2x': await kept(logoSides['2x']) }));
}
