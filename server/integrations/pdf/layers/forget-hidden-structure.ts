import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject } from '@cantoo/pdf-lib';
import { dictOf } from './read-layers.ts';

const key = (name: string): PDFName => PDFName.of(name);

/** Other entries of a structure element may describe hidden content (ISO 32000-2, 14.7.2). */
const keptEntries: ReadonlySet<PDFName> = new Set(['Type', 'S', 'P', 'K', 'Pg', 'ID', 'NS', 'Lang', 'C'].map(key));

export type VisibleContent = ReadonlyMap<PDFDict, ReadonlyMap<number, boolean>>;

/** Removes texts that could reveal hidden content to screen readers. */
export function forgetHiddenStructure(pdf: PDFDocument, visible: VisibleContent): void {
  const { context } = pdf;
  const root = dictOf(pdf.catalog.lookup(key('StructTreeRoot')));
  if (!root) return;
  const parents = new Map<PDFDict, PDFDict[]>([[root, []]]);
  const withVisible = new Set<PDFDict>();
  const withHidden = new Set<PDFDict>();
  const found = new Set<PDFDict>([root, ...elementsOfTree(dictOf(root.lookup(key('ParentTree'))))]);
  const addChild = (child: PDFDict, parent: PDFDict): void => {
    found.add(child);
    const known = parents.get(child);
    if (known) known.push(parent);
    else parents.set(child, [parent]);
  };
  /** Content of a form XObject is treated as hidden, because this function does not know where it is drawn. */
  const isVisible = (page: PDFObject | undefined, content: PDFObject | undefined): boolean => {
    const pageDict = dictOf(context.lookup(page));
    return pageDict !== undefined && visible.get(pageDict)?.get(Number(String(context.lookup(content)))) === true;
  };
  // The loop also visits elements that it adds to the set.
  for (const element of found) {
    const parent = dictOf(element.lookup(key('P')));
    if (parent && element !== root) addChild(element, parent);
    if (parent) found.add(parent);
    const kids = element.lookup(key('K'));
    for (const entry of kids instanceof PDFArray ? kids.asArray() : kids === undefined ? [] : [kids]) {
      const kid = context.lookup(entry);
      const page = element.get(key('Pg'));
      if (!(kid instanceof PDFDict)) (isVisible(page, kid) ? withVisible : withHidden).add(element);
      else if (kid.has(key('MCID'))) {
        const isShown = !kid.has(key('Stm')) && isVisible(kid.get(key('Pg')) ?? page, kid.get(key('MCID')));
        (isShown ? withVisible : withHidden).add(element);
      } else if (kid.has(key('Obj'))) {
        (kid.lookup(key('Obj')) instanceof PDFDict ? withVisible : withHidden).add(element);
      } else addChild(kid, element);
    }
  }
  for (const marked of [withVisible, withHidden])
    for (const element of marked) for (const parent of parents.get(element) ?? []) marked.add(parent);
  found.delete(root);
  for (const element of found) {
    if (withVisible.has(element) && !withHidden.has(element)) continue;
    for (const entry of element.keys()) if (!keptEntries.has(entry)) element.delete(entry);
  }
}

/** Returns the elements of a number tree (ISO 32000-2, 7.9.7). */
function elementsOfTree(root: PDFDict | undefined): readonly PDFDict[] {
  const nodes = new Set<PDFObject | undefined>([root]);
  const elements: PDFDict[] = [];
  // The loop also visits nodes that it adds to the set.
  for (const node of nodes) {
    if (node instanceof PDFArray) for (let at = 0; at < node.size(); at += 1) nodes.add(node.lookup(at));
    else if (!(node instanceof PDFDict)) continue;
    else if (node.has(key('S'))) elements.push(node);
    else for (const name of ['Kids', 'Nums']) nodes.add(node.lookup(key(name)));
  }
  return elements;
}
