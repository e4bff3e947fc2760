/**
 * Milliseconds after which the responses included in the page are ignored. They may be outdated, because a page
 * receives no live events while it loads.
 */
const freshMs = 10_000;

let answers: ReadonlyMap<string, Element> = new Map();

export function keepFirstAnswers(page: ParentNode): void {
  const found = page.querySelectorAll<HTMLElement>('script[data-answer]');
  answers = new Map([...found].map((element) => [element.dataset.answer ?? '', element]));
}

/**
 * Returns the response that the page included for this address, or null if there is none or it is too old. Each
 * response is used once and then removed.
 */
export function takeFirstAnswer(address: string): string | null {
  const element = answers.get(address);
  if (element?.isConnected !== true) return null;
  element.remove();
  return performance.now() > freshMs ? null : element.textContent;
}
