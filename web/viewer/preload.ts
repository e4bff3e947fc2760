/**
 * The largest part is the code for pages, which is loaded only if there are pages. Nothing is loaded offline, because
 * browsers remember that a module failed and would not fetch it again.
 */
export function preloadViewer(hasPages: boolean): void {
  if (!navigator.onLine) return;
  const loads = [import('./document-viewer.tsx'), ...(hasPages ? [import('./pdf/pdf-stage.ts')] : [])];
  for (const load of loads) load.catch(() => undefined);
}
