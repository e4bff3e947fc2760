import { deflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  PDFContentStream,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import { operationsOf } from './content-operations.ts';
import { type Layers, readLayers } from './read-layers.ts';

const key = (name: string): PDFName => PDFName.of(name);
/** Decodes escapes, whose digits pdf-lib accepts in capitals only. Returns undefined if the operand is not a name. */
const nameOf = (operand: string | undefined): PDFName | undefined =>
  operand?.startsWith('/')
    ? key(operand.slice(1).replace(/#[\da-f]{2}/gi, (escaped) => escaped.toUpperCase()))
    : undefined;

/**
 * Removes what layers that are switched off paint and say, and the fields in them, so that no program shows or finds
 * it. The saved bytes do not contain it either, unless a form without resources of its own draws on the page. Returns
 * whether there were any.
 */
export function removeHiddenLayers(pdf: PDFDocument): boolean {
  const layers = readLayers(pdf);
  if (!layers.anyHidden) return false;
  const remover = createRemover(pdf, layers);
  for (const { node } of pdf.getPages()) {
    const resources = node.Resources();
    const annots = node.Annots();
    // Both may show what is hidden; PieceInfo often contains the page as its program saved it.
    for (const name of ['PieceInfo', 'Thumb']) node.delete(key(name));
    remover.cleanResources(resources);
    const visible = remover.visibleOf(bytesOf(pdf, node.Contents()), resources);
    if (visible !== null) node.set(key('Contents'), pdf.context.register(flate(pdf.context.obj({}), visible)));
    if (annots) node.set(key('Annots'), pdf.context.obj(annots.asArray().filter(remover.keepsAnnotation) as never));
  }
  remover.dropHiddenNames();
  dropHiddenFields(pdf, layers);
  for (const [ref, object] of pdf.context.enumerateIndirectObjects()) {
    if (object instanceof PDFDict && layers.isHidden(object.get(key('OC')))) pdf.context.delete(ref);
  }
  dropUnreachable(pdf.context);
  return true;
}

function createRemover(pdf: PDFDocument, layers: Layers) {
  const { context } = pdf;
  const seen = new Set<PDFObject>();
  /** The names that content uses of each dictionary of pictures and forms, and whether it shows them anywhere. */
  const drawn = new Map<PDFDict, Map<PDFName, boolean>>();
  /** Such a form uses the names of every page that shows it. */
  let hasFormWithoutResources = false;
  const noteDrawn = (resources: PDFDict | undefined, operand: string | undefined, isShown: boolean): void => {
    const [named, name] = [resources?.lookup(key('XObject')), nameOf(operand)];
    if (!(named instanceof PDFDict) || !name) return;
    const names = drawn.get(named) ?? new Map<PDFName, boolean>();
    drawn.set(named, names.set(name, isShown || names.get(name) === true));
  };
  const dropHiddenNames = (): void => {
    if (hasFormWithoutResources) return;
    for (const [named, names] of drawn) for (const [name, isShown] of names) if (!isShown) named.delete(name);
  };
  const layerOf = (resources: PDFDict | undefined, property: string | undefined): PDFObject | undefined => {
    const properties = resources?.lookup(key('Properties'));
    const name = nameOf(property);
    return properties instanceof PDFDict && name ? properties.get(name) : undefined;
  };
  const isMembership = (layer: PDFObject | undefined): boolean => {
    const found = context.lookup(layer);
    return found instanceof PDFDict && found.lookup(key('Type')) === key('OCMD');
  };

  /** Returns null if nothing is hidden. Keeps the operations on the graphics state, which later content uses. */
  const visibleOf = (content: string, resources: PDFDict | undefined): string | null => {
    const kept: string[] = [];
    let from = 0;
    /** Whether each open section of marked content is hidden by itself. */
    const sections: boolean[] = [];
    let hiddenSections = 0;
    for (const { operator, operands, start, end } of operationsOf(content)) {
      if (operator === 'BMC' || operator === 'BDC') {
        const layer = nameOf(operands.at(-2)) === key('OC') ? layerOf(resources, operands.at(-1)) : undefined;
        const isHidden = layers.isHidden(layer);
        sections.push(isHidden);
        if (isHidden) hiddenSections += 1;
        if (!isMembership(layer) && hiddenSections === 0) continue;
        // Programs differ in what they make of membership dictionaries: what is left is shown. Properties may contain
        // hidden words.
        kept.push(content.slice(from, start), '/Span BMC');
        from = end;
      } else if (operator === 'EMC') {
        if (sections.pop()) hiddenSections -= 1;
      } else if (operator === 'Do' && hiddenSections === 0) {
        noteDrawn(resources, operands.at(-1), true);
      } else if (hiddenSections > 0 && inPlaceOf.has(operator)) {
        if (operator === 'Do') noteDrawn(resources, operands.at(-1), false);
        kept.push(content.slice(from, start), inPlaceOf.get(operator) ?? '');
        from = end;
      }
    }
    return kept.length === 0 ? null : kept.join('') + content.slice(from);
  };

  const cleanStream = (ref: PDFObject | undefined, outer: PDFDict | undefined): void => {
    const stream = context.lookup(ref);
    if (!(ref instanceof PDFRef && stream instanceof PDFStream) || seen.has(stream)) return;
    seen.add(stream);
    const { dict } = stream;
    if (layers.isHidden(dict.get(key('OC')))) {
      context.assign(ref, flate(context.obj({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 0, 0] }), ''));
      return;
    }
    if (isMembership(dict.get(key('OC')))) dict.delete(key('OC'));
    const isTile = dict.lookup(key('PatternType')) !== undefined;
    if (!isTile && dict.lookup(key('Subtype')) !== key('Form')) return;
    const own = dict.lookup(key('Resources'));
    const resources = own instanceof PDFDict ? own : outer;
    hasFormWithoutResources ||= outer !== undefined && resources === outer;
    cleanResources(resources);
    const visible = visibleOf(bytesOf(pdf, stream), resources);
    if (visible !== null) context.assign(ref, flate(dict, visible));
  };

  function cleanResources(resources: PDFDict | undefined): void {
    if (!resources || seen.has(resources)) return;
    seen.add(resources);
    for (const kind of ['XObject', 'Pattern']) {
      const named = resources.lookup(key(kind));
      if (named instanceof PDFDict) for (const value of named.values()) cleanStream(value, resources);
    }
  }

  const keepsAnnotation = (entry: PDFObject): boolean => {
    const annotation = context.lookup(entry);
    if (!(annotation instanceof PDFDict)) return true;
    if (layers.isHidden(annotation.get(key('OC')))) return false;
    if (isMembership(annotation.get(key('OC')))) annotation.delete(key('OC'));
    const looks = annotation.lookup(key('AP'));
    for (const look of looks instanceof PDFDict ? looks.values() : []) {
      const states = context.lookup(look);
      for (const form of states instanceof PDFDict ? states.values() : [look]) cleanStream(form, undefined);
    }
    return true;
  };
  return { visibleOf, cleanResources, keepsAnnotation, dropHiddenNames };
}

const fieldDepthMax = 32;

/** A field's value is in the form, even if its widget is not on a page. */
function dropHiddenFields(pdf: PDFDocument, layers: Layers): void {
  const form = pdf.catalog.lookup(key('AcroForm'));
  if (!(form instanceof PDFDict)) return;
  let anyDropped = false;
  const keepsAny = (holder: PDFDict, list: 'Fields' | 'Kids', depth: number): boolean => {
    const fields = holder.lookup(key(list));
    if (!(fields instanceof PDFArray) || fields.size() === 0 || depth > fieldDepthMax) return true;
    const kept = fields.asArray().filter((entry) => {
      const field = pdf.context.lookup(entry);
      if (!(field instanceof PDFDict)) return true;
      return !layers.isHidden(field.get(key('OC'))) && keepsAny(field, 'Kids', depth + 1);
    });
    anyDropped ||= kept.length < fields.size();
    holder.set(key(list), pdf.context.obj(kept as never));
    return kept.length > 0;
  };
  keepsAny(form, 'Fields', 0);
  // Both refer to the same fields; XFA repeats all values.
  if (anyDropped) for (const name of ['CO', 'XFA']) form.delete(key(name));
}

/** pdf-lib writes objects that nothing refers to any more. */
function dropUnreachable(context: PDFContext): void {
  const objects = context.enumerateIndirectObjects();
  // References in an object that the library cannot read are unknown.
  if (objects.some(([, object]) => object instanceof PDFInvalidObject)) return;
  const reached = new Set<PDFObject | undefined>(Object.values(context.trailerInfo));
  // The set grows while it is read.
  for (const object of reached) {
    if (object instanceof PDFRef) reached.add(context.lookup(object));
    else if (object instanceof PDFStream) reached.add(object.dict);
    else if (object instanceof PDFDict) for (const value of object.values()) reached.add(value);
    else if (object instanceof PDFArray) for (const value of object.asArray()) reached.add(value);
  }
  for (const [ref] of objects) if (!reached.has(ref)) context.delete(ref);
}

/** Replacements for painting operations: paths must end, and text must move to the next line. */
const inPlaceOf: ReadonlyMap<string, string> = new Map([
  ...['Tj', 'TJ', 'Do', 'sh', 'BI'].map((operator) => [operator, ''] as const),
  ...['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*'].map((operator) => [operator, 'n'] as const),
  ...['MP', 'DP'].map((operator) => [operator, ''] as const),
  ...["'", '"'].map((operator) => [operator, 'T*'] as const),
]);

/** Returns Latin-1. The streams of a page form one (ISO 32000-1, 7.8.2). */
function bytesOf(pdf: PDFDocument, value: PDFObject | undefined): string {
  const found = pdf.context.lookup(value);
  if (found instanceof PDFArray)
    return found
      .asArray()
      .map((each) => bytesOf(pdf, each))
      .join('\n');
  try {
    if (found instanceof PDFRawStream) return Buffer.from(decodePDFRawStream(found).decode()).toString('latin1');
    return found instanceof PDFContentStream ? Buffer.from(found.getUnencodedContents()).toString('latin1') : '';
  } catch (error) {
    // No program can read it either. The library has no class for all of these errors.
    if (error instanceof Error) return '';
    throw error;
  }
}

function flate(like: PDFDict, content: string): PDFRawStream {
  const dict = like.clone();
  dict.delete(key('DecodeParms'));
  dict.set(key('Filter'), key('FlateDecode'));
  return PDFRawStream.of(dict, deflateSync(Buffer.from(content, 'latin1')));
}
