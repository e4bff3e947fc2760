/** Milliseconds after which the responses embedded in the page are ignored, because they may be outdated. */
const freshMs = 10_000;

let answers: ReadonlyMap<string, Element> = new Map();

export function keepFirstAnswers(page: ParentNode): void {
  const found = page.querySelectorAll<HTMLElement>('script[data-answer]');
  answers = new Map([...found].map((element) => [element.dataset.answer ?? '', element]));
}

/** Returns each embedded response only once. Returns null if there is none or it is too old. */
export function takeFirstAnswer(address: string): string | null {
  const element = answers.get(address);
  if (element?.isConnected !== true) return null;
  element.remove();
  return performance.now() > freshMs ? null : element.textContent;
}
