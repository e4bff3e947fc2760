import { deflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  PDFContentStream,
  PDFDict,
  type PDFDocument,
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

/** Removes the painting and text of hidden layers, so that no program finds them. Returns whether there were any. */
export function removeHiddenLayers(pdf: PDFDocument): boolean {
  const layers = readLayers(pdf);
  if (!layers.anyHidden) return false;
  const remover = createRemover(pdf, layers);
  for (const { node } of pdf.getPages()) {
    const resources = node.Resources();
    const annots = node.Annots();
    remover.cleanResources(resources);
    const visible = remover.visibleOf(bytesOf(pdf, node.Contents()), resources);
    if (visible !== null) node.set(key('Contents'), pdf.context.register(flate(pdf.context.obj({}), visible)));
    if (annots) node.set(key('Annots'), pdf.context.obj(annots.asArray().filter(remover.keepsAnnotation) as never));
  }
  return true;
}

function createRemover(pdf: PDFDocument, layers: Layers) {
  const { context } = pdf;
  const seen = new Set<PDFObject>();
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
        if (!isMembership(layer)) continue;
        // Programs treat membership dictionaries differently, so the remaining content is marked as visible.
        kept.push(content.slice(from, start), '/Span BMC');
        from = end;
      } else if (operator === 'EMC') {
        if (sections.pop()) hiddenSections -= 1;
      } else if (hiddenSections > 0 && inPlaceOf.has(operator)) {
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
  return { visibleOf, cleanResources, keepsAnnotation };
}

/** Replacements for painting operations: paths must end, and text must move to the next line. */
const inPlaceOf: ReadonlyMap<string, string> = new Map([
  ...['Tj', 'TJ', 'Do', 'sh', 'BI'].map((operator) => [operator, ''] as const),
  ...['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*'].map((operator) => [operator, 'n'] as const),
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
