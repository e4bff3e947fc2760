import { isServerAddress, opensCalendarSite, paths } from '#web/paths.ts';

/** Session storage key of a download that started with a sign-in. */
const downloadName = 'dais-download-after-sign-in';

/** A following navigation would abort a download, so the dashboard opens first and starts it. */
export function continueTo(url: string): void {
  const { origin } = window.location;
  const isDownload = isServerAddress(url, origin) && !opensCalendarSite(url, origin);
  if (isDownload) sessionStorage.setItem(downloadName, url);
  window.location.assign(isDownload ? paths.dashboard() : url);
}

/** Starts the download on the dashboard after a sign-in. Other pages drop it. */
export function startDownload(): void {
  const url = sessionStorage.getItem(downloadName);
  if (url === null) return;
  sessionStorage.removeItem(downloadName);
  const { origin, pathname } = window.location;
  if (pathname !== paths.dashboard() || !isServerAddress(url, origin)) return;
  download(url);
}

/** Waits until the page is loaded, because an earlier navigation would abort the page itself. */
export function download(url: string): void {
  const start = (): void => window.location.assign(url);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
