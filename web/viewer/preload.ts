/**
 * The largest part, for pages, is loaded once there are pages. Not offline, because browsers cache a failed module and
 * would not fetch it again.
 */
export function preloadViewer(hasPages: boolean): void {
  if (!navigator.onLine) return;
  const loads = [import('./document-viewer.tsx'), ...(hasPages ? [import('./pdf/pdf-stage.ts')] : [])];
  for (const load of loads) load.catch(() => undefined);
}
