import type { ViewedDocument } from '#web/viewer/types.ts';

/** 'Rent roll, 2026.csv, 412 KB' */
export function fileLine({ title, extension, byteSize }: ViewedDocument): string {
  const name = title.toLowerCase().endsWith(`.${extension}`) ? title : `${title}.${extension}`;
  return byteSize === undefined ? name : `${name}, ${sizeWords(byteSize)}`;
}

function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
