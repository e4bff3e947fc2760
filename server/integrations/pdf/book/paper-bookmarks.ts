import {
  type PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { destinationOf, namedDestinations } from './paper-pages.ts';
import type { Bookmark } from './pdf-file.ts';

const bookmarksMax = 5_000;
const depthMax = 16;
const titleCharactersMax = 300;

export function bookmarksOf(pdf: PDFDocument, copies: readonly PDFRef[]): readonly Bookmark[] {
  const outlines = pdf.catalog.lookup(PDFName.of('Outlines'));
  if (!(outlines instanceof PDFDict)) return [];
  const named = namedDestinations(pdf);
  const pages = new Map<PDFObject | undefined, PDFRef | undefined>(
    pdf.getPages().map(({ ref }, index) => [ref, copies[index]]),
  );
  /** Ends the loop if a list is circular. */
  const seen = new Set<PDFDict>();
  const levelOf = (parent: PDFDict, depth: number): readonly Bookmark[] => {
    const bookmarks: Bookmark[] = [];
    for (let at = parent.lookup(PDFName.of('First')); at instanceof PDFDict; at = at.lookup(PDFName.of('Next'))) {
      if (seen.has(at) || seen.size >= bookmarksMax) break;
      seen.add(at);
      const below = depth < depthMax ? levelOf(at, depth + 1) : [];
      const place = placeOf(at) ?? below[0];
      const title = titleOf(at);
      if (place === undefined || title === '') bookmarks.push(...below);
      else bookmarks.push({ title, page: place.page, view: place.view ?? [], isClosed: isClosed(at), below });
    }
    return bookmarks;
  };
  const placeOf = (item: PDFDict): Pick<Bookmark, 'page' | 'view'> | undefined => {
    const action = item.lookup(PDFName.of('A'));
    const target = item.lookup(PDFName.of('Dest')) ?? (action instanceof PDFDict ? goalOf(action) : undefined);
    const destination = destinationOf(target, named);
    const page = pages.get(destination?.get(0));
    return page && destination ? { page, view: viewOf(destination) } : undefined;
  };
  return levelOf(outlines, 0);
}

const goalOf = (action: PDFDict): PDFObject | undefined =>
  action.lookup(PDFName.of('S')) === PDFName.of('GoTo') ? action.lookup(PDFName.of('D')) : undefined;

function viewOf(destination: PDFArray): readonly PDFObject[] {
  const view = destination
    .asArray()
    .slice(1)
    .map((_, index) => destination.lookup(index + 1));
  const isPlain = view.every((each) => each instanceof PDFName || each instanceof PDFNumber || each === PDFNull);
  return isPlain && view.length > 0 ? (view as readonly PDFObject[]) : [PDFName.of('Fit')];
}

function titleOf(item: PDFDict): string {
  const title = item.lookup(PDFName.of('Title'));
  const text = title instanceof PDFString || title instanceof PDFHexString ? title.decodeText() : '';
  return text.replaceAll('\0', '').trim().slice(0, titleCharactersMax);
}

function isClosed(item: PDFDict): boolean {
  const count = item.lookup(PDFName.of('Count'));
  return count instanceof PDFNumber && count.asNumber() < 0;
}
