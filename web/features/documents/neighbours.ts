/** The document before or after another in the page's list; undefined at its ends, and where there is no list. */
export function neighbourOf(
  listed: ReadonlySet<string> | undefined,
  documentId: string,
  step: 1 | -1,
): string | undefined {
  const ids = [...(listed ?? [])];
  const index = ids.indexOf(documentId);
  return index < 0 ? undefined : ids[index + step];
}
