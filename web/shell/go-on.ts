import { timings } from '#domain/timings.ts';
import { isServerAddress, paths } from '#web/paths.ts';

/** Goes to where a sign-in leads. A download would leave the page of the sign-in as it is, so the dashboard follows. */
export function goOn(url: string): void {
  window.location.assign(url);
  if (!isServerAddress(url, window.location.origin)) return;
  setTimeout(() => window.location.assign(paths.dashboard()), timings.downloadDialogCloses);
}
