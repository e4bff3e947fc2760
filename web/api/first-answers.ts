/** In milliseconds. Later the included responses may be outdated, because only loaded pages get changes. */
const freshMs = 10_000;

let answers: ReadonlyMap<string, Element> = new Map();

export function keepFirstAnswers(page: ParentNode): void {
  const found = page.querySelectorAll<HTMLElement>('script[data-answer]');
  answers = new Map([...found].map((element) => [element.dataset.answer ?? '', element]));
}

/** Returns the included response for this address, or null. Each is used once and removed from the page. */
export function takeFirstAnswer(address: string): string | null {
  const element = answers.get(address);
  if (element?.isConnected !== true) return null;
  element.remove();
  return performance.now() > freshMs ? null : element.textContent;
}
