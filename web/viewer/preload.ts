/**
 * Begins to load the viewer's code before all is known that it needs; the pages' own, which is the largest part, once it is known
 * that there are pages. What cannot be loaded is reported by the load proper.
 */
export function preloadViewer(hasPages: boolean): void {
  const loads = [import('./document-viewer.tsx'), ...(hasPages ? [import('./pdf/pdf-stage.ts')] : [])];
  for (const load of loads) load.catch(() => undefined);
}
