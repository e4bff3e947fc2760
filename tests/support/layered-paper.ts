import { PDFDocument, PDFHexString, PDFName, type PDFRef, PDFString, StandardFonts } from '@cantoo/pdf-lib';

/**
 * Every word begins with `shown` or `hidden`. For both base states, layer A is on and layer B is off. Layer C is also
 * on, but hidden on screens.
 */
export async function layeredPaper(baseState: 'ON' | 'OFF'): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const { context } = pdf;
  const font = (await pdf.embedFont(StandardFonts.Helvetica)).ref;
  const page = pdf.addPage([612, 792]);
  const group = (title: string, Usage = {}): PDFRef =>
    context.register(context.obj({ Type: 'OCG', Name: PDFHexString.fromText(title), Usage }));
  const [a, b] = [group('A'), group('B')];
  const c = group('C', { View: { ViewState: 'OFF' } });
  const member = (entries: object): PDFRef => context.register(context.obj({ Type: 'OCMD', ...entries } as never));
  const list = baseState === 'ON' ? { OFF: [b] } : { ON: [a, c] };
  pdf.catalog.set(
    PDFName.of('OCProperties'),
    context.obj({ OCGs: [a, b, c], D: { BaseState: baseState, Order: ['Nested', [a, b]], ...list } } as never),
  );
  let line = 0;
  const word = (text: string): string => `BT /F 12 Tf 72 ${700 - 20 * line++} Td (${text} ) Tj ET`;
  const inLayer = (property: string, content: string): string => `/OC /${property} BDC ${content} EMC`;
  const form = (text: string, entries = {}): PDFRef =>
    context.register(
      context.stream(word(text), {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 612, 792],
        Resources: { Font: { F: font } },
        ...entries,
      }),
    );
  const content = [
    word('shown-plain'),
    inLayer('A', word('shown-group')),
    inLayer('B', word('hidden-group')),
    inLayer('C', word('hidden-view')),
    inLayer('A', `${inLayer('B', word('hidden-nested'))} ${word('shown-nested-end')}`),
    inLayer('B', inLayer('A', word('hidden-outer'))),
    inLayer('AllOn', word('hidden-all-on')),
    inLayer('AnyOn', word('shown-any-on')),
    inLayer('AllOff', word('shown-all-off')),
    inLayer('AnyOff', word('hidden-any-off')),
    inLayer('Not', word('shown-not')),
    inLayer('And', word('hidden-and')),
    inLayer('B', '/Span <</ActualText (hidden-actual)>> BDC EMC'),
    inLayer('B', "BT /F 12 Tf 14 TL 300 100 Td (hidden-line) ' ET 0 0 5 5 re f /Fm2 Do"),
    '/Fm0 Do /Fm1 Do',
    word('shown-next-line'),
  ];
  page.node.set(
    PDFName.of('Resources'),
    context.obj({
      Font: { F: font },
      XObject: { Fm0: form('hidden-form', { OC: b }), Fm1: form('shown-form', { OC: a }), Fm2: form('hidden-by-use') },
      Properties: {
        A: a,
        B: b,
        C: c,
        AllOn: member({ OCGs: [a, b], P: 'AllOn' }),
        AnyOn: member({ OCGs: [a, b] }),
        AllOff: member({ OCGs: b, P: 'AllOff' }),
        AnyOff: member({ OCGs: [a], P: 'AnyOff' }),
        Not: member({ VE: ['Not', b] }),
        And: member({ VE: ['And', a, ['Or', b, ['Not', a]]] }),
      },
    } as never),
  );
  const half = content.length / 2;
  for (const part of [content.slice(0, half), content.slice(half)])
    page.node.addContentStream(context.register(context.flateStream(part.join('\n'))));
  const annotation = {
    Type: 'Annot',
    Subtype: 'FreeText',
    Rect: [0, 0, 9, 9],
    OC: b,
    AP: { N: form('hidden-annotation') },
  };
  page.node.addAnnot(context.register(context.obj(annotation)));
  const widget = {
    ...annotation,
    Subtype: 'Widget',
    FT: 'Tx',
    T: PDFString.of('Pay'),
    V: PDFString.of('hidden-value'),
  };
  const field = context.register(context.obj(widget));
  page.node.addAnnot(field);
  pdf.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field], CO: [field] }));
  return Buffer.from(await pdf.save());
}
