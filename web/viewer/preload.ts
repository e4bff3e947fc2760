/** Loads nothing offline, because browsers remember a failed module and would not fetch it again. */
export function preloadViewer(hasPages: boolean): void {
  if (!navigator.onLine) return;
  const loads = [import('./document-viewer.tsx'), ...(hasPages ? [import('./pdf/pdf-stage.ts')] : [])];
  for (const load of loads) load.catch(() => undefined);
}
