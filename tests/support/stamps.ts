import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Point, StampAnnotation } from '#domain/xfdf/annotation.ts';
import type { surfaces } from './turned-paper.ts';

/** Base64 of a stamp's tree, as Acrobat writes it. */
export const appearanceOf = (tree: string): string =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<DICT KEY="AP">\n${tree}\n</DICT>`).toString('base64');

export const fixed = (key: string, ...values: readonly number[]): string =>
  `<ARRAY KEY="${key}">${values.map((value) => `<FIXED VAL="${value.toFixed(6)}"/>`).join('\n')}</ARRAY>`;

/** A form, as `key`. */
export const formOf = (key: string, box: readonly number[], { resources = '', content = '', more = '' }): string =>
  `<STREAM DEFINE="" KEY="${key}">${fixed('BBox', ...box)}<INT KEY="FormType" VAL="1"/><INT KEY="Length" VAL="9999"/>` +
  `<NAME KEY="Subtype" VAL="Form"/><NAME KEY="Type" VAL="XObject"/>${more}<DICT KEY="Resources">${resources}</DICT>` +
  `<DATA ENCODING="ASCII" MODE="FILTERED">${content}</DATA></STREAM>`;

/** A green box with the word in it, through a form within the form, shrunk by its matrix. */
export const approved = appearanceOf(
  formOf('N', [0, 0, 400, 120], {
    more: fixed('Matrix', 0.5, 0, 0, 0.5, 0, 0),
    content: '/FRM Do',
    resources: `<DICT KEY="XObject">${formOf('FRM', [0, 0, 400, 120], {
      content:
        'q /GS0 gs 0 0.6 0.2 rg 0 0 400 120 re f 1 1 1 rg 20 20 360 80 re f 0 0.6 0.2 rg BT /Helv 60 Tf 36 38 Td (APPROVED) Tj ET Q',
      resources:
        '<DICT KEY="ExtGState"><DICT KEY="GS0"><NAME KEY="Type" VAL="ExtGState"/><FIXED KEY="CA" VAL="1.0"/><FIXED KEY="ca" VAL="1.0"/></DICT></DICT>' +
        '<DICT KEY="Font"><DICT KEY="Helv"><NAME KEY="BaseFont" VAL="Helvetica-Bold"/><NAME KEY="Encoding" VAL="WinAnsiEncoding"/><NAME KEY="Subtype" VAL="Type1"/><NAME KEY="Type" VAL="Font"/></DICT></DICT>',
    })}</DICT>`,
  }),
);

const corners = {
  topLeft: [200, 30, 30],
  topRight: [30, 160, 60],
  bottomLeft: [40, 60, 200],
  bottomRight: [220, 180, 20],
};
const pixels = Buffer.from([...corners.topLeft, ...corners.topRight, ...corners.bottomLeft, ...corners.bottomRight]);

/** Four pixels, of a colour each. */
export const picture = appearanceOf(
  formOf('N', [0, 0, 512, 512], {
    content: 'q 512 0 0 512 0 0 cm /xobj1 Do Q',
    resources:
      '<DICT KEY="XObject"><STREAM DEFINE="" KEY="xobj1"><INT KEY="BitsPerComponent" VAL="8"/><NAME KEY="ColorSpace" VAL="DeviceRGB"/>' +
      '<NAME KEY="Filter" VAL="FlateDecode"/><INT KEY="Height" VAL="2"/><INT KEY="Width" VAL="2"/><NAME KEY="Subtype" VAL="Image"/>' +
      `<NAME KEY="Type" VAL="XObject"/><DATA ENCODING="HEX" MODE="RAW">${deflateSync(pixels).toString('hex')}</DATA></STREAM></DICT>`,
  }),
);

export const stamp = (id: string, given: Partial<StampAnnotation>, looks: readonly [name: string, text: string][]) =>
  ({
    ...{ kind: 'stamp', id, page: 0, rect: { left: 0, bottom: 0, right: 1, top: 1 }, colour: '#808080', ...given },
    extras: { attributes: {}, elements: looks.map(([name, text]) => ({ name, attributes: {}, children: [text] })) },
  }) satisfies StampAnnotation;

interface PlacedStamp {
  readonly mark: StampAnnotation;
  /** Where it is of which colour, as the page is seen. */
  readonly inks: readonly { readonly at: Point; readonly colour: readonly number[] }[];
}

/** On a page that is turned, stamps are turned with it. */
export async function stampsOn(surface: (typeof surfaces)[number]): Promise<readonly PlacedStamp[]> {
  const png = await sharp(pixels, { raw: { width: 2, height: 2, channels: 3 } })
    .resize(40, 40, { kernel: 'nearest' })
    .png()
    .toBuffer();
  const { page } = surface;
  const place = (left: number, bottom: number, width: number, height: number) => {
    const rect = { left, bottom, right: left + width, top: bottom + height };
    const at = (across: number, up: number): Point =>
      surface.toView({ x: left + across * width, y: bottom + up * height });
    return { rect, at };
  };
  const fourOf = ({ at }: ReturnType<typeof place>) => [
    { at: at(0.15, 0.85), colour: corners.topLeft },
    { at: at(0.85, 0.85), colour: corners.topRight },
    { at: at(0.15, 0.15), colour: corners.bottomLeft },
    { at: at(0.85, 0.15), colour: corners.bottomRight },
  ];
  // Beside the marks of turned-paper.ts, however the page is turned.
  const [box, shown, data, plain] = [
    place(575, 460, 70, 21),
    place(575, 370, 70, 70),
    place(575, 290, 70, 60),
    place(575, 240, 70, 25),
  ];
  const green = [0, 153, 51];
  return [
    {
      mark: stamp(`approved ${page}`, { page, rect: box.rect, opacity: 0.2 }, [['appearance', approved]]),
      inks: [
        { at: box.at(0.02, 0.5), colour: green },
        { at: box.at(0.5, 0.92), colour: green },
        // Below the word.
        { at: box.at(0.08, 0.25), colour: [255, 255, 255] },
      ],
    },
    { mark: stamp(`picture ${page}`, { page, rect: shown.rect }, [['appearance', picture]]), inks: fourOf(shown) },
    {
      mark: stamp(`data ${page}`, { page, rect: data.rect }, [
        ['imagedata', `data:image/png;base64,${png.toString('base64')}`],
      ]),
      inks: fourOf(data),
    },
    {
      // Broken: as a stamp that says nothing.
      mark: stamp(`broken ${page}`, { page, rect: plain.rect }, [['appearance', 'PHNjcmlwdC8+']]),
      inks: [{ at: plain.at(0.5, 0.4 / 25), colour: [128, 128, 128] }],
    },
  ];
}
