/** Milliseconds until the text is inserted: Safari announces nothing of a region that is as new as its text. */
const sayAfter = 100;
/** Milliseconds until it is removed again, so that nobody finds it later. */
const forgetAfter = 7000;

let region: HTMLElement | null = null;

/**
 * Says a sentence to those who hear the page, for what others see from the page itself: a row that has changed. It stands beside the page, so
 * that a dialog does not silence it.
 */
export function writeToLiveRegion(sentence: string): void {
  region ??= makeRegion();
  const log = region;
  setTimeout(() => {
    const line = document.createElement('div');
    line.textContent = sentence;
    log.append(line);
    setTimeout(() => line.remove(), forgetAfter);
  }, sayAfter);
}

function makeRegion(): HTMLElement {
  const log = document.createElement('div');
  log.className = 'visually-hidden';
  log.role = 'log';
  log.ariaLive = 'polite';
  log.ariaRelevant = 'additions';
  // By this name React Aria's dialogs and the viewer know what stays in reach of screen readers.
  log.dataset.liveAnnouncer = 'true';
  document.body.append(log);
  return log;
}
