/** As `writeXfdf` writes it once the last mark was taken away. */
const noneLeft = '<annots></annots>';

/** For `not like`: of marks that were saved and all taken away again. */
export const noneLeftPattern = `%${noneLeft}%`;

/** False for marks that were saved and all taken away again; what is written in a mark cannot look so. */
export function areMarksLeft(xfdf: string): boolean {
  return !xfdf.includes(noneLeft);
}
