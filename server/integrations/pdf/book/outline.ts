import { type PDFContext, PDFHexString, type PDFRef } from 'pdf-lib';

/** A bookmark: where it leads, and those below it. */
export interface Bookmark {
  readonly title: string;
  readonly page: PDFRef;
  readonly below: readonly Bookmark[];
}

/** Writes the outline (ISO 32000-1, 12.3.3), all of it open; answers its root. */
export function writeOutline(part: PDFContext, bookmarks: readonly Bookmark[]): PDFRef {
  const root = part.nextRef();
  const branch = writeLevel(part, root, bookmarks);
  part.assign(root, part.obj({ Type: 'Outlines', ...branch }));
  return root;
}

interface Level {
  readonly First?: PDFRef;
  readonly Last?: PDFRef;
  /** All bookmarks of the level and below. */
  readonly Count: number;
}

function writeLevel(part: PDFContext, parent: PDFRef, bookmarks: readonly Bookmark[]): Level {
  const refs = bookmarks.map(() => part.nextRef());
  let count = bookmarks.length;
  bookmarks.forEach((bookmark, index) => {
    const ref = refs[index] as PDFRef;
    const below = writeLevel(part, ref, bookmark.below);
    count += below.Count;
    const [before, after] = [refs[index - 1], refs[index + 1]];
    part.assign(
      ref,
      part.obj({
        Title: PDFHexString.fromText(bookmark.title),
        Parent: parent,
        Dest: [bookmark.page, 'Fit'],
        ...(before ? { Prev: before } : {}),
        ...(after ? { Next: after } : {}),
        ...(below.Count === 0 ? {} : below),
      }),
    );
  });
  const [first, last] = [refs[0], refs.at(-1)];
  return { ...(first ? { First: first } : {}), ...(last ? { Last: last } : {}), Count: count };
}
