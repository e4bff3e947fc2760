/**
 * Milliseconds until the text is inserted. Safari does not announce an ARIA live region that is added together with its
 * text.
 */
const sayAfter = 100;
/** Milliseconds until the text is removed, so that screen reader users do not find it later. */
const forgetAfter = 7000;

let region: HTMLElement | null = null;

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
  // This attribute keeps React Aria's dialogs and the viewer from hiding the element from screen readers.
  log.dataset.liveAnnouncer = 'true';
  document.body.append(log);
  return log;
}
