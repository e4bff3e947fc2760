import { isServerAddress, leadsAway, paths } from '#web/paths.ts';

/** Session storage: the download that a sign-in led to. */
const downloadName = 'dais-download-after-sign-in';

/**
 * Goes to where a sign-in leads. A download leaves the sign-in page as it is, and a following page would abort it: the
 * dashboard comes first, and starts it.
 */
export function continueTo(url: string): void {
  const { origin } = window.location;
  const isDownload = isServerAddress(url, origin) && !leadsAway(url, origin);
  if (isDownload) sessionStorage.setItem(downloadName, url);
  window.location.assign(isDownload ? paths.dashboard() : url);
}

/** Starts the download that a sign-in led to, once the dashboard is there; elsewhere it is given up. */
export function startDownload(): void {
  const url = sessionStorage.getItem(downloadName);
  if (url === null) return;
  sessionStorage.removeItem(downloadName);
  const { origin, pathname } = window.location;
  if (pathname !== paths.dashboard() || !isServerAddress(url, origin)) return;
  download(url);
}

/** Once the page is there: a navigation that begins earlier would abort the page itself. */
export function download(url: string): void {
  const start = (): void => window.location.assign(url);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
