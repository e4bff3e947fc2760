/**
 * Lets the browser keep the built files and the offline page, and no content (web/public/service-worker.js). Browsers offer it
 * on https and on this machine alone.
 */
export function keepOfflinePage(): void {
  navigator.serviceWorker
    ?.register('/service-worker.js')
    .catch((error: unknown) => console.warn('The offline page is not kept', error));
}
