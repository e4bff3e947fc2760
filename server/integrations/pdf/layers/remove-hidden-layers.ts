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
import { forgetHiddenStructure } from './forget-hidden-structure.ts';
import { dictOf, type Layers, readLayers } from './read-layers.ts';

const key = (name: string): PDFName => PDFName.of(name);

/** pdf-lib decodes escapes in names only if their hexadecimal digits are in upper case. */
const nameOf = (operand: string | undefined): PDFName | undefined =>
  operand?.startsWith('/')
    ? key(operand.slice(1).replace(/#[\da-f]{2}/gi, (escaped) => escaped.toUpperCase()))
    : undefined;

export function removeHiddenLayers(pdf: PDFDocument): boolean {
  const layers = readLayers(pdf);
  if (!layers.anyHidden) return false;
  const remover = createRemover(pdf, layers);
  for (const { node } of pdf.getPages()) {
    const resources = node.Resources();
    const annots = node.Annots();
    // Removed, because PieceInfo and Thumb often contain the page with its hidden content.
    for (const name of ['PieceInfo', 'Thumb']) node.delete(key(name));
    remover.cleanResources(resources);
    const visible = remover.visibleOf(bytesOf(pdf, node.Contents()), { resources, within: null, page: node });
    if (visible !== null) node.set(key('Contents'), pdf.context.register(flate(pdf.context.obj({}), visible)));
    if (annots) node.set(key('Annots'), pdf.context.obj(annots.asArray().filter(remover.keepsAnnotation) as never));
  }
  remover.dropHiddenNames();
  dropHiddenFields(pdf, layers);
  for (const [ref, object] of pdf.context.enumerateIndirectObjects()) {
    if (object instanceof PDFDict && layers.isHidden(object.get(key('OC')))) pdf.context.delete(ref);
  }
  forgetHiddenStructure(pdf, remover.visibleContent);
  dropUnreachable(pdf.context);
  return true;
}

interface Place {
  readonly resources: PDFDict | undefined;
  readonly within: PDFRef | null;
  readonly page: PDFDict | null;
}

interface Section {
  readonly isHidden: boolean;
  readonly number: number | undefined;
  /** Replaces the BDC operator of a partly hidden marked-content sequence, whose properties may contain hidden text. */
  readonly inPlace: Edit | null;
  readonly properties: PDFDict | undefined;
  isPartlyHidden: boolean;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Drawing {
  readonly within: PDFRef | null;
  readonly named: PDFDict;
  readonly name: PDFName;
  readonly isShown: boolean;
}

function createRemover(pdf: PDFDocument, layers: Layers) {
  const { context } = pdf;
  const seenResources = new Set<PDFDict>();
  const seenStreams = new Map<PDFRef, Set<PDFDict | undefined>>();
  const originals = new Map<PDFRef, string>();
  const visibleContent = new Map<PDFDict, Map<number, boolean>>();
  const drawings: Drawing[] = [];
  const shown = new Set<PDFObject | null | undefined>([null]);
  const noteDrawn = ({ resources, within }: Place, operand: string | undefined, isShown: boolean): void => {
    const [named, name] = [resources?.lookup(key('XObject')), nameOf(operand)];
    if (named instanceof PDFDict && name) drawings.push({ within, named, name, isShown });
  };
  const dropHiddenNames = (): void => {
    const drawingsIn = Map.groupBy(drawings, ({ within }): PDFObject | null | undefined => within);
    const kept = new Map<PDFDict, Set<PDFName>>();
    // The loop also visits streams that it adds to the set.
    for (const within of shown) {
      for (const { named, name, isShown } of drawingsIn.get(within) ?? []) {
        if (!isShown) continue;
        kept.set(named, (kept.get(named) ?? new Set()).add(name));
        shown.add(named.get(name));
      }
    }
    for (const { named, name } of drawings) if (!kept.get(named)?.has(name)) named.delete(name);
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

  /** A picture without a layer cannot contain hidden content. */
  const mayHide = (resources: PDFDict | undefined, operand: string | undefined): boolean => {
    const drawn = dictOf(resources?.lookup(key('XObject')))?.lookup(nameOf(operand) ?? key(''));
    return !(
      drawn instanceof PDFStream &&
      drawn.dict.lookup(key('Subtype')) === key('Image') &&
      !drawn.dict.has(key('OC'))
    );
  };

  const visibleOf = (content: string, place: Place): string | null => {
    const edits: Edit[] = [];
    const sections: Section[] = [];
    let hiddenSections = 0;
    const notePartlyHidden = (): void => {
      // If a marked-content sequence is already known to be partly hidden, so are all sequences around it, and the loop
      // can stop.
      for (let at = sections.length - 1; at >= 0 && sections[at]?.isPartlyHidden === false; at -= 1)
        (sections[at] as Section).isPartlyHidden = true;
    };
    const close = (section: Section): void => {
      const { number, inPlace, properties, isPartlyHidden } = section;
      if (number !== undefined && place.page) {
        const numbers = visibleContent.get(place.page) ?? new Map<number, boolean>();
        visibleContent.set(place.page, numbers.set(number, numbers.get(number) !== false && !isPartlyHidden));
      }
      if (!isPartlyHidden) return;
      if (inPlace) edits.push(inPlace);
      for (const name of ['ActualText', 'Alt', 'E']) properties?.delete(key(name));
    };
    for (const { operator, operands, start, end } of operationsOf(content)) {
      if (operator === 'BMC' || operator === 'BDC') {
        const isLayer = operator === 'BDC' && nameOf(operands.at(-2)) === key('OC');
        const named = operator === 'BDC' ? layerOf(place.resources, operands.at(-1)) : undefined;
        const layer = isLayer ? named : undefined;
        const isHidden = layers.isHidden(layer);
        if (isHidden) hiddenSections += 1;
        const properties = isLayer || operator === 'BMC' ? undefined : dictOf(context.lookup(named));
        const number = isLayer ? undefined : numberOf(operands.at(-1), properties);
        // PDF programs interpret membership dictionaries differently, and the properties of hidden marked content may
        // contain hidden words.
        const isReplaced = isMembership(layer) || hiddenSections > 0;
        if (isReplaced) edits.push({ start, end, text: '/Span BMC' });
        if (isHidden) notePartlyHidden();
        const mark = number === undefined ? '/Span BMC' : `/Span <</MCID ${number}>> BDC`;
        sections.push({
          isHidden,
          number,
          properties,
          inPlace: isReplaced || isLayer || operator === 'BMC' ? null : { start, end, text: mark },
          isPartlyHidden: hiddenSections > 0,
        });
      } else if (operator === 'EMC') {
        const section = sections.pop();
        if (section) close(section);
        if (section?.isHidden) hiddenSections -= 1;
      } else if (operator === 'Do' && hiddenSections === 0) {
        noteDrawn(place, operands.at(-1), true);
        if (mayHide(place.resources, operands.at(-1))) notePartlyHidden();
      } else if (hiddenSections > 0 && inPlaceOf.has(operator)) {
        if (operator === 'Do') noteDrawn(place, operands.at(-1), false);
        edits.push({ start, end, text: inPlaceOf.get(operator) ?? '' });
      }
    }
    for (const section of sections) close(section);
    if (edits.length === 0) return null;
    const kept: string[] = [];
    let from = 0;
    for (const edit of edits.sort((one, other) => one.start - other.start)) {
      kept.push(content.slice(from, edit.start), edit.text);
      from = edit.end;
    }
    return kept.join('') + content.slice(from);
  };

  const cleanStream = (ref: PDFObject | undefined, outer: PDFDict | undefined, use: 'drawn' | 'other'): void => {
    const stream = context.lookup(ref);
    if (!(ref instanceof PDFRef && stream instanceof PDFStream)) return;
    if (use === 'other') shown.add(ref);
    const { dict } = stream;
    const own = dict.lookup(key('Resources'));
    const resources = own instanceof PDFDict ? own : outer;
    const seen = seenStreams.get(ref) ?? new Set();
    if (seen.has(resources)) return;
    seenStreams.set(ref, seen.add(resources));
    if (layers.isHidden(dict.get(key('OC')))) {
      context.assign(ref, flate(context.obj({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 0, 0] }), ''));
      return;
    }
    if (isMembership(dict.get(key('OC')))) dict.delete(key('OC'));
    if (use === 'drawn' && dict.lookup(key('Subtype')) !== key('Form')) return;
    cleanResources(resources);
    const place = { resources, within: ref, page: null };
    const content = bytesOf(pdf, stream);
    const original = originals.get(ref);
    if (original !== undefined && original !== content) visibleOf(original, place);
    if (resources !== own) originals.set(ref, original ?? content);
    const visible = visibleOf(content, place);
    if (visible !== null) context.assign(ref, flate(dict, visible));
  };

  function cleanResources(resources: PDFDict | undefined): void {
    if (!resources || seenResources.has(resources)) return;
    seenResources.add(resources);
    const valuesOf = (kind: string): readonly PDFObject[] => dictOf(resources.lookup(key(kind)))?.values() ?? [];
    for (const drawing of valuesOf('XObject')) cleanStream(drawing, resources, 'drawn');
    for (const pattern of valuesOf('Pattern')) cleanStream(pattern, resources, 'other');
    for (const state of valuesOf('ExtGState')) {
      const mask = dictOf(dictOf(context.lookup(state))?.lookup(key('SMask')));
      cleanStream(mask?.get(key('G')), resources, 'other');
    }
    for (const value of valuesOf('Font')) {
      // Only Type 3 fonts define their glyphs by content streams (ISO 32000-1, 9.6.5).
      const font = dictOf(context.lookup(value));
      const glyphs = dictOf(font?.lookup(key('CharProcs')));
      const own = dictOf(font?.lookup(key('Resources')));
      for (const glyph of glyphs?.values() ?? []) cleanStream(glyph, own ?? resources, 'other');
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
      for (const form of states instanceof PDFDict ? states.values() : [look]) cleanStream(form, undefined, 'other');
    }
    return true;
  };
  return { visibleOf, visibleContent, cleanResources, keepsAnnotation, dropHiddenNames };
}

function numberOf(operand: string | undefined, properties: PDFDict | undefined): number | undefined {
  const written = properties?.lookup(key('MCID'))?.toString() ?? /\/MCID\s*(\d+)/.exec(operand ?? '')?.[1];
  return written === undefined ? undefined : Number(written);
}

const fieldDepthMax = 32;

/** The form stores values of hidden fields even if they are on no page. */
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
  // CO refers to removed fields, and XFA repeats all values.
  if (anyDropped) for (const name of ['CO', 'XFA']) form.delete(key(name));
}

/** pdf-lib would save objects that nothing refers to. */
function dropUnreachable(context: PDFContext): void {
  const objects = context.enumerateIndirectObjects();
  // If an object cannot be parsed, its references are unknown, so everything is kept.
  if (objects.some(([, object]) => object instanceof PDFInvalidObject)) return;
  const reached = new Set<PDFObject | undefined>(Object.values(context.trailerInfo));
  // The loop also visits objects that it adds to the set.
  for (const object of reached) {
    if (object instanceof PDFRef) reached.add(context.lookup(object));
    else if (object instanceof PDFStream) reached.add(object.dict);
    else if (object instanceof PDFDict) for (const value of object.values()) reached.add(value);
    else if (object instanceof PDFArray) for (const value of object.asArray()) reached.add(value);
  }
  for (const [ref] of objects) if (!reached.has(ref)) context.delete(ref);
}

/** Replacements for hidden painting operations. A path must still end, and text must still move to the next line. */
const inPlaceOf: ReadonlyMap<string, string> = new Map([
  ...['Tj', 'TJ', 'Do', 'sh', 'BI'].map((operator) => [operator, ''] as const),
  ...['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*'].map((operator) => [operator, 'n'] as const),
  ...['MP', 'DP'].map((operator) => [operator, ''] as const),
  ...["'", '"'].map((operator) => [operator, 'T*'] as const),
]);

/** Returns the joined content streams of a page (ISO 32000-1, 7.8.2) as Latin-1. */
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
    // Treats a stream that pdf-lib cannot decode as empty, because viewers cannot show it either.
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
