import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFObjectCopier,
  type PDFPage,
  PDFRawStream,
  type PDFRef,
} from '@cantoo/pdf-lib';
import type { FreeTextAnnotation, Rect, StampAnnotation } from '#domain/xfdf/annotation.ts';
import { defaultColours } from '#domain/xfdf/default-colours.ts';
import { freeTextLook } from '#domain/xfdf/free-text-look.ts';
import { stampLabel } from '#domain/xfdf/stamp-label.ts';
import type { Typesetter } from '#server/integrations/pdf/typst/typesetter.ts';
import { channelsOf, pdfNumber } from './drawing.ts';

/** Sizes in page units, as in the viewer. */
const stampSize = 11;
const stampFrame = 1.5;
const stampRounding = 3;
const sizeMax = 12;

interface TextBox {
  readonly text: string;
  readonly width: number;
  readonly height: number;
  /** Points. If null, the largest size up to 12 that fits is used. */
  readonly size: number | null;
  /** Format: `#rrggbb`. */
  readonly colour: string;
  readonly align: 'left' | 'center' | 'right';
  readonly isOneLine?: boolean;
  readonly ground?: string;
  readonly opacity?: number;
  /** Degrees clockwise by which the page or field is rotated. */
  readonly rotation: number;
}

export type TextSetter = ReturnType<typeof createTextSetter>;

export function createTextSetter(pdf: PDFDocument, typesetter: Typesetter) {
  const boxes = new Map<PDFRef, TextBox>();
  const box = (given: TextBox): PDFRef => {
    const ref = pdf.context.nextRef();
    boxes.set(ref, given);
    return ref;
  };
  return {
    box,
    freeText(mark: FreeTextAnnotation, rotation: number): PDFRef {
      const { opacity } = mark;
      const { colour, fontSize, align } = freeTextLook(mark);
      const { width, height } = sizeOf(mark.rect, rotation);
      return box({
        text: mark.contents ?? '',
        width,
        height,
        size: fontSize,
        colour,
        align,
        rotation,
        ...(opacity === undefined ? {} : { opacity }),
        ...(mark.colour === undefined
          ? {}
          : { ground: `${channelsOf(mark.colour).join(' ')} rg 0 0 ${pdfNumber(width)} ${pdfNumber(height)} re f` }),
      });
    },
    stamp(mark: StampAnnotation, rotation: number): PDFRef {
      const { width, height } = sizeOf(mark.rect, rotation);
      const colour = mark.colour ?? defaultColours.line;
      const pen = `${channelsOf(colour).join(' ')} RG ${stampFrame} w`;
      return box({
        text: stampLabel(mark),
        width,
        height,
        size: stampSize,
        colour,
        align: 'center',
        rotation,
        isOneLine: true,
        ground: `${pen} ${roundedFrame(width, height)} S`,
        opacity: mark.opacity ?? 1,
      });
    },
    async finish(): Promise<void> {
      if (boxes.size === 0) return;
      const planned = [...boxes.values()].map(({ text, size, isOneLine = false, opacity = 1, ...rest }) => ({
        ...rest,
        text: text.normalize('NFC'),
        size: size ?? sizeMax,
        one_line: isOneLine,
        opacity,
      }));
      const made = await PDFDocument.load(typesetter.set('marks', { boxes: planned }).pdf);
      const copier = PDFObjectCopier.for(made.context, pdf.context);
      [...boxes].forEach(([ref, given], nth) => {
        pdf.context.assign(ref, formOf(pdf.context, copier, made.getPage(nth), given));
      });
    },
  };
}

function sizeOf({ left, bottom, right, top }: Rect, rotation: number) {
  const [across, up] = [right - left, top - bottom];
  return rotation % 180 === 0 ? { width: across, height: up } : { width: up, height: across };
}

const turns = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

function formOf(
  context: PDFContext,
  copier: PDFObjectCopier,
  page: PDFPage,
  { width, height, ground = '', opacity = 1, rotation }: TextBox,
) {
  const [cos, sin] = turns[(((rotation % 360) + 360) % 360) / 90] ?? turns[0];
  const resources = copier.copy(page.node.Resources() ?? page.node.context.obj({}));
  const states = resources.lookupMaybe(PDFName.of('ExtGState'), PDFDict) ?? context.obj({});
  states.set(PDFName.of('DaisGround'), context.obj({ Type: 'ExtGState', CA: opacity, ca: opacity }));
  resources.set(PDFName.of('ExtGState'), states);
  return context.flateStream(`q /DaisGround gs ${ground} Q\n${contentOf(page)}`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Matrix: [cos, sin, -sin, cos, 0, 0],
    Resources: resources,
    Group: { Type: 'Group', S: 'Transparency' },
  });
}

function contentOf(page: PDFPage): string {
  const contents = page.node.Contents();
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((ref) => page.node.context.lookup(ref)) : [contents];
  return streams
    .map((stream) => (stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()) : ''))
    .map((bytes) => bytes.toString('latin1'))
    .join('\n');
}

function roundedFrame(width: number, height: number): string {
  const inset = stampFrame / 2;
  const [right, top] = [width - inset, height - inset];
  const round = Math.min(stampRounding, width / 2 - inset, height / 2 - inset);
  const to = (...points: readonly number[]): string => points.map(pdfNumber).join(' ');
  return [
    `${to(inset + round, inset)} m ${to(right - round, inset)} l ${to(right, inset, right, inset + round)} v`,
    `${to(right, top - round)} l ${to(right, top, right - round, top)} v`,
    `${to(inset + round, top)} l ${to(inset, top, inset, top - round)} v`,
    `${to(inset, inset + round)} l ${to(inset, inset, inset + round, inset)} v h`,
  ].join(' ');
}
