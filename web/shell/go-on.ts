import { isServerAddress, opensCalendarSite, paths } from '#web/paths.ts';

/** Session storage key of a download that a sign-in has interrupted. */
const downloadName = 'dais-download-after-sign-in';

/** A navigation would abort a download, so the dashboard opens first and then starts it. */
export function continueTo(url: string): void {
  const { origin } = window.location;
  const isDownload = isServerAddress(url, origin) && !opensCalendarSite(url, origin);
  if (isDownload) sessionStorage.setItem(downloadName, url);
  window.location.assign(isDownload ? paths.dashboard() : url);
}

export function startDownload(): void {
  const url = sessionStorage.getItem(downloadName);
  if (url === null) return;
  sessionStorage.removeItem(downloadName);
  const { origin, pathname } = window.location;
  if (pathname !== paths.dashboard() || !isServerAddress(url, origin)) return;
  download(url);
}

/** Waits until the page has loaded, because navigating earlier would abort the loading. */
export function download(url: string): void {
  const start = (): void => window.location.assign(url);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
