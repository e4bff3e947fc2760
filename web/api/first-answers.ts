/** Milliseconds after the page was asked for. Changes since then reach only pages that are there already. */
const freshMs = 10_000;

let answers: ReadonlyMap<string, Element> = new Map();

/** Finds the answers that came with the page (server/http/first-answers.ts). */
export function keepFirstAnswers(page: ParentNode): void {
  const found = page.querySelectorAll<HTMLElement>('script[data-answer]');
  answers = new Map([...found].map((element) => [element.dataset.answer ?? '', element]));
}

/** The text of the answer to a call of this address; null where none came. Each is used once, and is gone from the page. */
export function takeFirstAnswer(address: string): string | null {
  const element = answers.get(address);
  if (element?.isConnected !== true) return null;
  element.remove();
  return performance.now() > freshMs ? null : element.textContent;
}
