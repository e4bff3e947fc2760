import type { PDFDocument, PDFRef } from '@cantoo/pdf-lib';
import { createTextSetter } from '#server/integrations/pdf/text-appearance.ts';
import type { Typesetter } from '#server/integrations/pdf/typst/typesetter.ts';
import { decimal, uprightArea } from './paper-pages.ts';

const colour = '#6f6a62';
/** Points. The right margin leaves space for the page number of a board book. */
const footer = { size: 7.5, height: 22, left: 12, bottom: 4, right: 120 };
const diagonal = { size: 44, height: 96, opacity: 0.14, length: 0.8 };

interface Forms {
  readonly footer: PDFRef;
  readonly diagonal: PDFRef;
  readonly length: number;
}

export async function addWatermark(pdf: PDFDocument, words: string, typesetter: Typesetter): Promise<void> {
  const setter = createTextSetter(pdf, typesetter);
  const known = new Map<string, Forms>();
  const formsFor = (width: number, height: number): Forms => {
    const length = Math.round(Math.hypot(width, height) * diagonal.length);
    const line = { text: words, colour, rotation: 0 };
    const footerWidth = Math.max(width - footer.left - footer.right, width / 2);
    return {
      length,
      footer: setter.box({ ...line, ...footer, width: footerWidth, align: 'left' }),
      diagonal: setter.box({ ...line, ...diagonal, width: length, align: 'center' }),
    };
  };
  for (const { node } of pdf.getPages()) {
    const { scale, matrix, ...area } = uprightArea(node);
    const [width, height] = [Math.round(area.width / scale), Math.round(area.height / scale)];
    const key = `${width} ${height}`;
    const forms = known.get(key) ?? formsFor(width, height);
    known.set(key, forms);
    const drawn = (ref: PDFRef, at: readonly number[]) =>
      `q ${at.map(decimal).join(' ')} cm ${node.newXObject('DaisWatermark', ref)} Do Q`;
    const angle = Math.atan2(height, width);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [along, up] = [forms.length / 2, diagonal.height / 2];
    const start = [width / 2 - along * cos + up * sin, height / 2 - along * sin - up * cos];
    const content = [
      `q ${matrix} cm ${decimal(scale)} 0 0 ${decimal(scale)} 0 0 cm`,
      drawn(forms.footer, [1, 0, 0, 1, footer.left, footer.bottom]),
      drawn(forms.diagonal, [cos, sin, -sin, cos, ...start]),
      'Q',
    ].join('\n');
    node.addContentStream(pdf.context.register(pdf.context.flateStream(content)));
  }
  await setter.finish();
}
