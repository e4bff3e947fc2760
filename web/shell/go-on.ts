import { isServerAddress, leadsAway, paths } from '#web/paths.ts';

/** Where this tab keeps, from the sign-in to the dashboard, what is downloaded there. */
const downloadName = 'dais-download-after-sign-in';

/**
 * Goes to where a sign-in leads. A download would leave the page of the sign-in as it is, and whatever page followed while its
 * answer is still on the way would end it: the dashboard comes first, and starts it.
 */
export function continueTo(url: string): void {
  const { origin } = window.location;
  const isDownload = isServerAddress(url, origin) && !leadsAway(url, origin);
  if (isDownload) sessionStorage.setItem(downloadName, url);
  window.location.assign(isDownload ? paths.dashboard() : url);
}

/** Starts what a sign-in led to, once the dashboard is there; elsewhere, as where a board asks for more first, it is given up. */
export function startDownload(): void {
  const url = sessionStorage.getItem(downloadName);
  if (url === null) return;
  sessionStorage.removeItem(downloadName);
  const { origin, pathname } = window.location;
  if (pathname !== paths.dashboard() || !isServerAddress(url, origin)) return;
  const start = (): void => window.location.assign(url);
  // A navigation that begins before it could take the page's own files with it.
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
