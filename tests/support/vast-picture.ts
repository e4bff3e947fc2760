import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** Makes a small PNG whose header claims 50,000 × 50,000 pixels. The decoded picture would take 10 gigabytes. */
export async function vastPicture(): Promise<Buffer> {
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#000000' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(50_000, 16);
  png.writeUInt32BE(50_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}
