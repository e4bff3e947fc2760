import { strToU8, zipSync } from 'fflate';

/** The parts of an office file by their names in the package; `[Content_Types].xml` must be the first. */
export type PackageParts = Readonly<Record<string, string>>;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/**
 * Writes an office file: a zip of XML parts (ECMA-376, Open Packaging Conventions). Times are fixed, so that the same content
 * gives the same bytes.
 */
export function writePackage(parts: PackageParts): Uint8Array {
  const files = Object.entries(parts).map(([name, xml]) => [name, strToU8(declaration + xml)] as const);
  return zipSync(Object.fromEntries(files), { level: 6, mtime: new Date(2026, 0, 1) });
}

export function contentTypes(overrides: Readonly<Record<string, string>>): string {
  const parts = Object.entries(overrides).map(
    ([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`,
  );
  return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`;
}

/** Ids are rId1, rId2, … in the given order; `type` is the last word of the relationship's type. */
export function relationships(targets: readonly { readonly type: string; readonly target: string }[]): string {
  const entries = targets.map(({ type, target }, nth) => {
    const base =
      type === 'core-properties'
        ? 'http://schemas.openxmlformats.org/package/2006/relationships/metadata'
        : 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    return `<Relationship Id="rId${nth + 1}" Type="${base}/${type}" Target="${target}"/>`;
  });
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`;
}

export function coreProperties(title: string, author: string): string {
  return `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${xml(title)}</dc:title><dc:creator>${xml(author)}</dc:creator></cp:coreProperties>`;
}

export const corePropertiesType = 'application/vnd.openxmlformats-package.core-properties+xml';

export function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
