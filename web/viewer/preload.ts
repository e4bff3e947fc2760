/**
 * Begins to load the viewer's code before all is known that it needs; the pages' own, which is the largest part, once it is known
 * that there are pages. What cannot be loaded is reported by the load proper. Not without a network: browsers keep that a module could
 * not be fetched, and would not ask for it again once there is one.
 */
export function preloadViewer(hasPages: boolean): void {
  if (!navigator.onLine) return;
  const loads = [import('./document-viewer.tsx'), ...(hasPages ? [import('./pdf/pdf-stage.ts')] : [])];
  for (const load of loads) load.catch(() => undefined);
}
