import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import sharp from 'sharp';

/** The scans' width and height in pixels. The scans are white, with a black square in the middle. */
const side = 64;

/** The scan as a JPEG 2000 codestream, written by OpenJPEG. */
const jpeg2000 = Buffer.from(
  '/0//UQApAAAAAABAAAAAQAAAAAAAAAAAAAAAQAAAAEAAAAAAAAAAAAABBwEB/1IADAAAAAEABQQEAAH/XAATQEBISFBISFBISFBISFBISFD/ZAAl' +
    'AAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAAGsAAH/k9+AMArUUPVdf8/AFn4A0fgCgA+7p+vaD7hjdF43EIVJZkXP' +
    'wE5+AnB9QiAJ4/vvxFwknwHPDKCtDoyKiNNfHP1/zcflKcfd3OfBKZDH2NKHVRF4gu1pMY7ByAv147k/GYCnz8B+fgQQ+0TAGcqpoxdAK/H+IIIg' +
    'c/zlPrS7y3LHakntJ7Sei5fyjyDdDZZdjkw5o/Arr6lH+3fYGPgVdfnBL6uJV/lJAZx/FfMWYUVYcLFQbIOJOHA5W+0jP8/Arn4FEPtFQHLTWvtb' +
    'YEp7wJiAVtkxFQSCnv33tO9u7ZCrlgfIFKnRJGb0l7GRsjyL/38uQtze8OI8YzcVaj7+2MejqhsxEwHAiCswyTGlQ4otW3YEROFdBSbvJMujAg2R' +
    'ZJPsA7vtS8D5WKJKARu8z8C+fgWQ+0MAtaAAmDzm2eLyMT7csFFSa5rLDFHH4SKgOSSwbDWzT7bvN83xulVFbdgElHIrbr+WOKfabImdS5go3Mnl' +
    'gmyKF5F/BUhF/MXrVnKhGd/9U1R2u4Tuqu9y27qrv5QD/DpdP5uDExtij//Z',
  'base64',
);

export async function scannedPaper(kind: 'jpeg2000' | 'jbig2'): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([612, 612]);
  const bytes = kind === 'jpeg2000' ? jpeg2000 : await jbig2();
  const picture = pdf.context.stream(bytes, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: side,
    Height: side,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: kind === 'jpeg2000' ? 8 : 1,
    Filter: kind === 'jpeg2000' ? 'JPXDecode' : 'JBIG2Decode',
  });
  page.node.setXObject(PDFName.of('Scan'), pdf.context.register(picture));
  page.node.addContentStream(pdf.context.register(pdf.context.stream('q 612 0 0 612 0 0 cm /Scan Do Q')));
  return Buffer.from(await pdf.save());
}

/** Makes a JBIG2 image of one generic region, encoded as Group 4 fax (ITU-T T.88, 7.2 and 7.4), as embedded in PDFs. */
async function jbig2(): Promise<Buffer> {
  const coded = await faxCoded();
  const [none, whole] = [words(0), words(side)];
  const pageInformation = Buffer.concat([whole, whole, none, none, Buffer.from([0]), Buffer.from([0, 0])]);
  const region = Buffer.concat([whole, whole, none, none, Buffer.from([0]), Buffer.from([1]), coded]);
  return Buffer.concat([segment(0, 48, pageInformation), segment(1, 38, region)]);
}

const words = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const segment = (number: number, type: number, data: Buffer): Buffer =>
  Buffer.concat([words(number), Buffer.from([type, 0, 1]), words(data.length), data]);

async function faxCoded(): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side, 255);
  for (let row = side / 4; row < (side * 3) / 4; row += 1)
    pixels.fill(0, row * side + side / 4, row * side + (side * 3) / 4);
  const tiff = await sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1 })
    .toBuffer();
  const directory = tiff.readUInt32LE(4);
  const entry = (wanted: number): number => {
    for (let nth = 0; nth < tiff.readUInt16LE(directory); nth += 1) {
      const at = directory + 2 + 12 * nth;
      if (tiff.readUInt16LE(at) !== wanted) continue;
      // A two-byte value occupies the first two bytes of its four-byte field (TIFF 6.0, section 2).
      return tiff.readUInt16LE(at + 2) === 3 ? tiff.readUInt16LE(at + 8) : tiff.readUInt32LE(at + 8);
    }
    throw new Error(`The TIFF has no entry ${wanted}.`);
  };
  return tiff.subarray(entry(273), entry(273) + entry(279));
}
