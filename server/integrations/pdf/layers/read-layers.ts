import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef } from '@cantoo/pdf-lib';
import { layersMax } from './layers-max.ts';

export interface Layer {
  readonly ref: PDFRef;
  readonly isShown: boolean;
}

/** A document's layers (optional content, ISO 32000-1, 8.11) in their initial state. */
export interface Layers {
  readonly all: readonly Layer[];
  readonly anyHidden: boolean;
  /** `content` is a layer or a membership dictionary. */
  isHidden(content: PDFObject | undefined): boolean;
}

/** Limits for evaluating a visibility expression. Content beyond them is treated as hidden. */
const depthMax = 10;
const evaluationsMax = 10_000;

/**
 * The states agree with those in pdf.js, except that unlisted layers are hidden. Throws if the document has too many
 * layers.
 */
export function readLayers(pdf: PDFDocument): Layers {
  const { context } = pdf;
  const look = (holder: PDFDict | undefined, key: string): PDFObject | undefined => holder?.lookup(PDFName.of(key));
  const properties = dictOf(pdf.catalog.lookup(PDFName.of('OCProperties')));
  const initial = dictOf(look(properties, 'D'));
  const states = new Map<PDFRef, boolean>();
  const baseState = look(initial, 'BaseState') !== PDFName.of('OFF');
  const listed = refsOf(look(properties, 'OCGs'));
  if (listed.length > layersMax) throw new Error(`The document has more than ${layersMax} layers.`);
  // If there is no initial configuration, all layers are shown.
  for (const ref of initial ? listed : []) states.set(ref, baseState);
  for (const [list, isShown] of [
    ['ON', true],
    ['OFF', false],
  ] as const) {
    for (const ref of refsOf(look(initial, list))) if (states.has(ref)) states.set(ref, isShown);
  }
  for (const ref of states.keys()) {
    const view = dictOf(look(dictOf(look(dictOf(context.lookup(ref)), 'Usage')), 'View'));
    if (look(view, 'ViewState') === PDFName.of('OFF')) states.set(ref, false);
  }

  const isShown = (ref: PDFObject | undefined): boolean => !(ref instanceof PDFRef) || states.get(ref) === true;
  /** Evaluates a visibility expression (ISO 32000-1, 8.11.2.2). */
  const isExpressionShown = (root: PDFArray): boolean => {
    let evaluations = 0;
    let isTooComplex = false;
    const evaluate = (value: PDFObject | undefined, depth: number): boolean => {
      evaluations += 1;
      isTooComplex ||= evaluations > evaluationsMax || depth > depthMax;
      if (isTooComplex) return false;
      const expression = value instanceof PDFRef && states.has(value) ? value : context.lookup(value);
      if (!(expression instanceof PDFArray)) return isShown(value);
      const operator = String(expression.lookup(0));
      const parts = expression.asArray().slice(1);
      if (operator === '/Not') return !evaluate(parts[0], depth + 1);
      if (operator === '/Or') return parts.some((part) => evaluate(part, depth + 1));
      return parts.every((part) => evaluate(part, depth + 1));
    };
    return evaluate(root, 0) && !isTooComplex;
  };
  const isMembershipShown = (membership: PDFDict): boolean => {
    const expression = look(membership, 'VE');
    if (expression instanceof PDFArray) return isExpressionShown(expression);
    const named = membership.get(PDFName.of('OCGs'));
    const groups = named instanceof PDFRef && states.has(named) ? [named] : refsOf(context.lookup(named));
    if (groups.length === 0) return true;
    switch (String(look(membership, 'P'))) {
      case '/AllOn':
        return groups.every(isShown);
      case '/AnyOff':
        return !groups.every(isShown);
      case '/AllOff':
        return !groups.some(isShown);
      default:
        return groups.some(isShown);
    }
  };
  const shownMemberships = new Map<PDFDict, boolean>();
  const isHidden = (content: PDFObject | undefined): boolean => {
    if (!initial) return false;
    if (content instanceof PDFRef && states.has(content)) return !isShown(content);
    const layer = dictOf(context.lookup(content));
    const type = look(layer, 'Type');
    if (type === PDFName.of('OCG')) return true;
    if (layer === undefined || type !== PDFName.of('OCMD')) return false;
    // Cached, because a page may refer to the same dictionary many times.
    const shown = shownMemberships.get(layer) ?? isMembershipShown(layer);
    shownMemberships.set(layer, shown);
    return !shown;
  };
  return {
    all: [...states].map(([ref, shown]) => ({ ref, isShown: shown })),
    anyHidden: context.enumerateIndirectObjects().some(([ref]) => isHidden(ref)),
    isHidden,
  };
}

export function layerProperties(layers: readonly Layer[]) {
  const refs = layers.map(({ ref }) => ref);
  const hidden = layers.flatMap(({ ref, isShown }) => (isShown ? [] : [ref]));
  return { OCGs: refs, D: { BaseState: 'ON', OFF: hidden, Order: refs } };
}

export const dictOf = (value: PDFObject | undefined): PDFDict | undefined =>
  value instanceof PDFDict ? value : undefined;

const refsOf = (value: PDFObject | undefined): readonly PDFRef[] =>
  value instanceof PDFArray ? value.asArray().filter((each) => each instanceof PDFRef) : [];
