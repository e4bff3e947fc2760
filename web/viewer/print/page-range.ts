/**
 * The pages that '1-3, 7' names, from 1, each once and in order; null for what names none of the document's.
 *
 * @param pageCount pages the document has
 */
export function readPageRange(text: string, pageCount: number): readonly number[] | null {
  const pages = new Set<number>();
  for (const part of text.split(/[,;]/)) {
    const found = /^\s*(\d{1,6})\s*(?:[-–]\s*(\d{1,6})\s*)?$/.exec(part);
    if (!found) return null;
    const first = Number(found[1]);
    const last = Number(found[2] ?? first);
    if (first < 1 || last > pageCount || first > last) return null;
    for (let page = first; page <= last; page += 1) pages.add(page);
  }
  return [...pages].toSorted((one, other) => one - other);
}
