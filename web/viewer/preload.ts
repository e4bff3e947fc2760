/**
 * Starts to load the viewer's code early, and the largest part, for pages, once it is known that there are pages.
 * Failures are reported by the real load. Not done offline, because browsers cache a failed module and would not fetch
 * it again.
 */
export function preloadViewer(hasPages: boolean): void {
  if (!navigator.onLine) return;
  const loads = [import('./document-viewer.tsx'), ...(hasPages ? [import('./pdf/pdf-stage.ts')] : [])];
  for (const load of loads) load.catch(() => undefined);
}
