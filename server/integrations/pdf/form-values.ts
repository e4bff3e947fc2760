import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { appearanceColour } from '#domain/xfdf/free-text-look.ts';
import type { Typesetter } from '#server/integrations/pdf/typst/typesetter.ts';
import { createTextSetter, type TextSetter } from './text-appearance.ts';

/** Maximum number of a field's ancestors to search. */
const depthMax = 32;
/** Values of field flags (ISO 32000-1, 12.7.4). */
const flags = { multiline: 1 << 12, password: 1 << 13, radio: 1 << 15, pushButton: 1 << 16 };
const name = (key: string): PDFName => PDFName.of(key);

/** Values of password fields are removed. Returns true if anything changed. */
export async function drawFieldValues(pdf: PDFDocument, typesetter: Typesetter): Promise<boolean> {
  const form = pdf.catalog.lookup(name('AcroForm'));
  if (!(form instanceof PDFDict)) return false;
  const isLeftToViewer = String(form.lookup(name('NeedAppearances'))) === 'true';
  let words: TextSetter | undefined;
  let anyDrawn = false;
  for (const page of pdf.getPages()) {
    for (const widget of widgetsOf(pdf, page.node.Annots())) {
      const look = appearanceOf(widget);
      const kind = String(inherited(widget, 'FT'));
      if (kind === '/Btn') anyDrawn = drawCheckMark(pdf, widget, look) || anyDrawn;
      if (kind === '/Tx' && has(widget, flags.password)) anyDrawn = forgetValue(widget) || anyDrawn;
      if ((kind !== '/Tx' && kind !== '/Ch') || (look instanceof PDFStream && !isLeftToViewer)) continue;
      const text = shownValue(widget);
      if (text.trim() === '') continue;
      words ??= createTextSetter(pdf, typesetter);
      widget.set(name('AP'), pdf.context.obj({ N: words.box(boxOf(widget, text, form)) }));
      anyDrawn = true;
    }
  }
  await words?.finish();
  // Removed, because a viewer would otherwise draw all fields again.
  if (isLeftToViewer && anyDrawn) form.delete(name('NeedAppearances'));
  return anyDrawn;
}

/** Turns form fields into stamp annotations, so that they cannot be filled in or signed. */
export function settleFields(pdf: PDFDocument): void {
  for (const { node } of pdf.getPages()) {
    const annots = node.Annots();
    if (!annots) continue;
    const widgets = new Set<PDFObject | undefined>(widgetsOf(pdf, annots));
    const kept = annots.asArray().filter((entry) => {
      const widget = pdf.context.lookup(entry);
      return !(widget instanceof PDFDict && widgets.has(widget)) || settle(widget);
    });
    node.set(name('Annots'), pdf.context.obj(kept as never));
  }
}

/** Entries that make an annotation a field (ISO 32000-1, 12.7.3). */
const fieldKeys = ['FT', 'V', 'DV', 'T', 'TU', 'TM', 'Ff', 'Parent', 'Kids', 'MK', 'DA', 'Opt', 'AS', 'Lock', 'SV'];

function settle(widget: PDFDict): boolean {
  const look = appearanceOf(widget);
  const state = widget.lookup(name('AS'));
  const normal = (widget.lookup(name('AP')) as PDFDict | undefined)?.get(name('N'));
  const shown = look instanceof PDFDict ? state instanceof PDFName && look.get(state) : look && normal;
  if (!shown) return false;
  for (const key of fieldKeys) widget.delete(name(key));
  widget.set(name('Subtype'), name('Stamp'));
  widget.set(name('F'), PDFNumber.of(numberOf(widget.lookup(name('F'))) | fixedFlags));
  widget.set(name('AP'), widget.context.obj({ N: shown }));
  return true;
}

/** The annotation flags ReadOnly and Locked (ISO 32000-1, 12.5.3). */
const fixedFlags = 64 | 128;

/** Finds signatures even without a visible field. */
export function isSigned(pdf: PDFDocument): boolean {
  const isSignature = (object: PDFObject | undefined): boolean =>
    object instanceof PDFDict &&
    object.has(name('ByteRange')) &&
    object.has(name('Contents')) &&
    object.lookup(name('Type')) !== name('DocTimeStamp');
  return pdf.context
    .enumerateIndirectObjects()
    .some(([, object]) => isSignature(object) || (object instanceof PDFDict && isSignature(object.get(name('V')))));
}

/** Only Adobe's programs can show a dynamic XFA form (XFA 3.3). */
export function isDynamicForm(pdf: PDFDocument): boolean {
  const form = pdf.catalog.lookup(name('AcroForm'));
  if (!(form instanceof PDFDict) || !form.has(name('XFA'))) return false;
  const fields = form.lookup(name('Fields'));
  const isEmpty = !(fields instanceof PDFArray) || fields.size() === 0;
  return isEmpty || String(pdf.catalog.lookup(name('NeedsRendering'))) === 'true';
}

function widgetsOf(pdf: PDFDocument, annots: PDFArray | undefined): readonly PDFDict[] {
  return (annots?.asArray() ?? []).flatMap((entry) => {
    const found = pdf.context.lookup(entry);
    return found instanceof PDFDict && found.lookup(name('Subtype')) === name('Widget') ? [found] : [];
  });
}

function* withAncestors(widget: PDFDict): Generator<PDFDict> {
  let at: PDFObject | undefined = widget;
  for (let depth = 0; at instanceof PDFDict && depth < depthMax; depth += 1) {
    yield at;
    at = at.lookup(name('Parent'));
  }
}

function inherited(widget: PDFDict, key: string): PDFObject | undefined {
  for (const field of withAncestors(widget)) {
    const found = field.lookup(name(key));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Programs that draw fields themselves would show the password. Returns true if there was a value. */
function forgetValue(widget: PDFDict): boolean {
  let anyForgotten = false;
  for (const field of withAncestors(widget))
    for (const key of ['V', 'DV', 'RV']) anyForgotten = field.delete(name(key)) || anyForgotten;
  return anyForgotten;
}

function has(widget: PDFDict, flag: number): boolean {
  return (numberOf(inherited(widget, 'Ff')) & flag) !== 0;
}

function appearanceOf(widget: PDFDict): PDFObject | undefined {
  const looks = widget.lookup(name('AP'));
  return looks instanceof PDFDict ? looks.lookup(name('N')) : undefined;
}

const numberOf = (value: PDFObject | undefined): number => (value instanceof PDFNumber ? value.asNumber() : 0);

function textOf(value: PDFObject | undefined): string {
  if (value instanceof PDFString || value instanceof PDFHexString) return value.decodeText();
  if (value instanceof PDFStream) return Buffer.from(value.getContents()).toString('latin1');
  return value instanceof PDFName ? value.decodeText() : '';
}

function shownValue(widget: PDFDict): string {
  const value = inherited(widget, 'V');
  const options = inherited(widget, 'Opt');
  const names = new Map<string, string>();
  for (const option of options instanceof PDFArray ? options.asArray() : []) {
    const pair = widget.context.lookup(option);
    if (pair instanceof PDFArray) names.set(textOf(pair.lookup(0)), textOf(pair.lookup(1)));
  }
  const values = value instanceof PDFArray ? value.asArray().map((_, at) => textOf(value.lookup(at))) : [textOf(value)];
  return values.map((each) => names.get(each) ?? each).join(', ');
}

function boxOf(widget: PDFDict, text: string, form: PDFDict) {
  const look = textOf(inherited(widget, 'DA') ?? form.lookup(name('DA')));
  const size = Number(/([\d.]+)\s+Tf/.exec(look)?.[1] ?? 0);
  const { width, height, rotation, ground } = frameOf(widget);
  return {
    text,
    width,
    height,
    rotation,
    ground,
    size: size > 0 ? size : null,
    colour: appearanceColour(look) ?? '#000000',
    align: (['left', 'center', 'right'] as const)[numberOf(inherited(widget, 'Q'))] ?? 'left',
    isOneLine: !has(widget, flags.multiline),
  };
}

function frameOf(widget: PDFDict) {
  const rect = widget.lookup(name('Rect'));
  const [left = 0, bottom = 0, right = 0, top = 0] = rect instanceof PDFArray ? rect.asArray().map(numberOf) : [];
  const [across, up] = [Math.abs(right - left), Math.abs(top - bottom)];
  const characteristics = widget.lookup(name('MK'));
  const mk = characteristics instanceof PDFDict ? characteristics : undefined;
  const rotation = numberOf(mk?.lookup(name('R')));
  const [width, height] = rotation % 180 === 0 ? [across, up] : [up, across];
  const paint = (key: string, operators: readonly string[]): string => {
    const channels = mk?.lookup(name(key));
    const operator = channels instanceof PDFArray && operators[channels.size()];
    return operator ? `${channels.asArray().map(numberOf).join(' ')} ${operator}` : '';
  };
  const [fill, stroke] = [paint('BG', ['', 'g', '', 'rg', 'k']), paint('BC', ['', 'G', '', 'RG', 'K'])];
  const ground = [
    fill && `${fill} 0 0 ${width} ${height} re f`,
    stroke && `${stroke} 1 w 0.5 0.5 ${Math.max(0, width - 1)} ${Math.max(0, height - 1)} re S`,
  ].join(' ');
  return { width, height, rotation, ground, mk };
}

function drawCheckMark(pdf: PDFDocument, widget: PDFDict, look: PDFObject | undefined): boolean {
  if (has(widget, flags.pushButton)) return false;
  const value = inherited(widget, 'V');
  const state = widget.lookup(name('AS'));
  if (look instanceof PDFDict) {
    if (state !== undefined || !(value instanceof PDFName) || !look.has(value)) return false;
    widget.set(name('AS'), value);
    return true;
  }
  const on = state ?? (has(widget, flags.radio) ? undefined : value);
  if (look instanceof PDFStream || !(on instanceof PDFName) || on === name('Off')) return false;
  const { width, height, ground, mk } = frameOf(widget);
  const caption = textOf(mk?.lookup(name('CA'))) || (has(widget, flags.radio) ? 'l' : '4');
  const ref = pdf.context.register(
    pdf.context.stream(`q ${ground} Q ${checkMark(caption, width, height)}`, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, width, height],
      Resources: {},
    }),
  );
  widget.set(name('AP'), pdf.context.obj({ N: { [on.decodeText()]: ref } }));
  widget.set(name('AS'), on);
  return true;
}

/** `caption` is a letter of ZapfDingbats that selects a circle, cross, square or tick. */
function checkMark(caption: string, width: number, height: number): string {
  const side = Math.min(width, height) * 0.6;
  const [left, bottom] = [(width - side) / 2, (height - side) / 2];
  const at = (x: number, y: number): string => `${left + x * side} ${bottom + y * side}`;
  const pen = `0 G ${Math.max(1, side / 7)} w`;
  if (caption === 'l') return `1 J 0 G ${side} w ${at(0.5, 0.5)} m ${at(0.5, 0.5)} l S`;
  if (caption === '8') return `${pen} ${at(0, 0)} m ${at(1, 1)} l S ${at(0, 1)} m ${at(1, 0)} l S`;
  if (caption === 'n') return `0 g ${at(0, 0)} ${side} ${side} re f`;
  return `${pen} ${at(0, 0.5)} m ${at(0.35, 0.1)} l ${at(1, 0.95)} l S`;
}
