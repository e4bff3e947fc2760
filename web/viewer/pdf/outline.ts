import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFLinkService } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import type { OutlineItem } from '#web/viewer/stage.ts';

/** More headings than anybody goes through. */
const itemsMax = 2_000;
const depthMax = 6;

interface Node {
  readonly title: string;
  readonly dest: string | unknown[] | null;
  readonly items: readonly Node[];
}

/** The document's own headings; those that lead elsewhere than into the document are left out. */
export async function readOutline(pdf: PDFDocumentProxy, links: PDFLinkService): Promise<readonly OutlineItem[]> {
  const nodes = ((await pdf.getOutline()) ?? []) as readonly Node[];
  let count = 0;
  const read = (list: readonly Node[], depth: number): readonly OutlineItem[] =>
    list.flatMap(({ title, dest, items }) => {
      count += 1;
      if (dest === null || title.trim() === '' || count > itemsMax) return [];
      const go = () => void links.goToDestination(dest);
      return [{ title: title.trim(), go, items: depth < depthMax ? read(items, depth + 1) : [] }];
    });
  return read(nodes, 1);
}
