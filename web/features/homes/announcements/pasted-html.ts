export function cleanPastedHtml(html: string): string {
  // Renames style attributes, which the browser would drop because the page's policy forbids inline styles.
  const styled = html.replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replace(/(\s)style(\s*=)/i, '$1data-style$2'));
  const page = new DOMParser().parseFromString(styled, 'text/html');
  for (const element of page.querySelectorAll('style, script, meta, link, title, xml, iframe, object, img, svg')) {
    element.remove();
  }
  removeComments(page);
  removeDeleted(page);
  emphasis(page);
  itemsOfWordOnline(page);
  listsOfWord(page);
  innerLists(page);
  for (const [level, name] of headings) rename(page, level, name);
  rowsOfTables(page);
  return page.body.innerHTML;
}

function removeComments(page: Document): void {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  for (const comment of found) comment.parentNode?.removeChild(comment);
}

const headings = [
  ['h1', 'h2'],
  ['h4, h5, h6', 'h3'],
] as const;

function rename(page: Document, selector: string, name: string): void {
  for (const element of page.querySelectorAll(selector)) {
    element.replaceWith(takeChildren(element, name));
  }
}

/** Returns a new element that contains what the element contained. */
function takeChildren(element: Element, name: string): Element {
  const taken = element.ownerDocument.createElement(name);
  taken.append(...element.childNodes);
  return taken;
}

/**
 * Turns each table row into a paragraph with its cells separated by commas. If a row has only one cell, the cell's
 * content is kept unchanged.
 */
function rowsOfTables(page: Document): void {
  for (const table of [...page.querySelectorAll('table')].toReversed()) {
    const rows = [...table.rows].flatMap(({ cells: [first, ...others] }) => {
      if (first === undefined) return [];
      if (others.length === 0) return [...first.childNodes];
      const texts = [first, ...others].map((cell) => (cell.textContent ?? '').replaceAll(/\s+/g, ' ').trim());
      const paragraph = page.createElement('p');
      paragraph.textContent = texts.filter((text) => text !== '').join(', ');
      return [paragraph];
    });
    table.replaceWith(...rows);
  }
}

const markerOfWord = 'span[data-style*="mso-list:Ignore" i], span[data-style*="mso-list: Ignore" i]';
const typedMarker =
  /^[\s\u00a0]*([·•o§\u2022\u25aa\u25cf\uf0b7\uf0a7-]|\(?(?:\d+\.)*(?:\d+|[a-z]|[ivx]{2,5})[.)])[\s\u00a0]+/;

interface OpenList {
  readonly element: Element;
  readonly level: number;
  next: number | null;
}

/** Word writes lists as paragraphs, each with a level and with its bullet or number as text. */
function listsOfWord(page: Document): void {
  let open: OpenList[] = [];
  for (const paragraph of page.querySelectorAll('p[class*="MsoList"], p[data-style*="mso-list"]')) {
    const before = paragraph.previousElementSibling;
    if (before === null || before !== open[0]?.element) open = [];
    const marker = takeMarker(paragraph);
    const last = open.at(-1)?.element.lastElementChild;
    if (marker !== null) {
      const level = Number(/level(\d)/i.exec(styleOf(paragraph, 'mso-list'))?.[1] ?? 1);
      const item = page.createElement('li');
      openList(open, { paragraph, level, numbers: numbersOf(marker) }).append(item);
      item.append(takeChildren(paragraph, 'p'));
      paragraph.remove();
    } else if (last) {
      last.append(takeChildren(paragraph, 'p'));
      paragraph.remove();
    }
  }
  for (const marker of page.querySelectorAll(markerOfWord)) marker.textContent = `${marker.textContent.trim()} `;
}

function openList(
  open: OpenList[],
  given: { readonly paragraph: Element; readonly level: number; readonly numbers: readonly number[] },
): Element {
  const { paragraph, level, numbers } = given;
  while ((open.at(-1)?.level ?? 0) > level) open.pop();
  const list = open.at(-1);
  if (list?.level === level) {
    const isNext = list.next === null ? numbers.length === 0 : numbers.includes(list.next);
    if (isNext) {
      if (list.next !== null) list.next += 1;
      return list.element;
    }
    open.pop();
  }
  // 'i.' may be the ninth letter or the Roman numeral 1. A new list starts with the smaller number.
  const start = numbers.length === 0 ? null : Math.min(...numbers);
  const element = paragraph.ownerDocument.createElement(start === null ? 'ul' : 'ol');
  if (start !== null) element.setAttribute('start', String(start));
  const above = open.at(-1)?.element.lastElementChild;
  if (above) above.append(element);
  else paragraph.before(element);
  open.push({ element, level, next: start === null ? null : start + 1 });
  return element;
}

function takeMarker(paragraph: Element): string | null {
  const marked = paragraph.querySelector(markerOfWord);
  marked?.remove();
  if (marked) return marked.textContent.trim();
  const [whole, marker] = typedMarker.exec(paragraph.textContent) ?? [];
  if (whole === undefined || marker === undefined) return null;
  let left = whole.length;
  const walker = paragraph.ownerDocument.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  while (left > 0 && walker.nextNode()) {
    const text = walker.currentNode.nodeValue ?? '';
    walker.currentNode.nodeValue = text.slice(left);
    left -= text.length;
  }
  return marker;
}

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1_000 };

const ideographs = '一二三四五六七八九';

/** For example, returns 12 for '十二'. */
function ideographicNumber(digits: string): number {
  const [tens = '', ones = ''] = digits.includes('十') ? digits.split('十') : ['零', digits];
  return 10 * (tens === '' ? 1 : ideographs.indexOf(tens) + 1) + ideographs.indexOf(ones || '零') + 1;
}

/** The digits of each script have consecutive code points. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

const anyNumber = Array.from({ length: 50 }, (_, index) => index + 1);

/**
 * Returns the numbers that a marker such as '2.', 'b)', 'ii.', '二、' or 'б)' may mean. Returns an empty list for a
 * bullet.
 */
function numbersOf(text: string): readonly number[] {
  const marker = text.normalize('NFKC').replaceAll(/\p{Nd}/gu, plainDigit);
  const digits = /(\d{1,5})\D*$/.exec(marker)?.[1];
  if (digits !== undefined) return [Number(digits)];
  const counted = /[一二三四五六七八九十]{1,3}/.exec(marker)?.[0];
  if (counted !== undefined) return [ideographicNumber(counted)];
  if (/^\(?(?![a-z])\p{L}[.)]/iu.test(marker)) return anyNumber;
  const letters = /^\(?([a-z]{1,6})[.)]+$/i.exec(marker)?.[1]?.toLowerCase();
  if (letters === undefined) return [];
  const [first = ''] = letters;
  const isRepeated = letters === first.repeat(letters.length);
  // After z, Word continues with aa, bb, cc.
  const lettered = isRepeated ? [first.charCodeAt(0) - 96 + 26 * (letters.length - 1)] : [];
  const values = [...letters].map((letter) => romanDigits[letter] ?? Number.NaN);
  const roman = values.reduce((sum, value, nth) => (value < (values[nth + 1] ?? 0) ? sum - value : sum + value), 0);
  return Number.isNaN(roman) ? lettered : [...lettered, roman];
}

/** Turns the items into Word's list paragraphs, because Word in the browser writes each item as a separate list. */
function itemsOfWordOnline(page: Document): void {
  for (const item of page.querySelectorAll('li[data-aria-level]')) {
    const wrapper = item.closest('.ListContainerWrapper') ?? item.parentElement;
    const isNumbered = item.parentElement?.localName === 'ol';
    const marker = page.createElement('span');
    marker.setAttribute('data-style', 'mso-list:Ignore');
    marker.textContent = isNumbered ? `${item.getAttribute('data-aria-posinset') ?? 1}.` : '•';
    const paragraph = page.createElement('p');
    paragraph.setAttribute('data-style', `mso-list:level${item.getAttribute('data-aria-level')}`);
    paragraph.append(marker, ...(item.querySelector('p') ?? item).childNodes);
    wrapper?.before(paragraph);
    item.remove();
    if (wrapper?.textContent.trim() === '') wrapper.remove();
  }
}

/** Moves nested lists into their items, because Google Docs writes a nested list after its item. */
function innerLists(page: Document): void {
  for (const list of page.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    if (list.previousElementSibling?.localName === 'li') list.previousElementSibling.append(list);
  }
}

const styleOf = (element: Element, name: string): string =>
  new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`, 'i').exec(element.getAttribute('data-style') ?? '')?.[1]?.trim() ??
  '';

/** Google Docs puts everything into a <b> that is not bold, and writes bold and italic text as styled spans. */
function emphasis(page: Document): void {
  for (const element of page.querySelectorAll('b[data-style], strong[data-style], i[data-style], em[data-style]')) {
    const isBold = /^(b|strong)$/.test(element.localName);
    const style = styleOf(element, isBold ? 'font-weight' : 'font-style');
    if (/^(normal|[1-4]\d\d)$/.test(style)) element.replaceWith(...element.childNodes);
  }
  for (const span of page.querySelectorAll('span[data-style]')) {
    if (/^(bold|[6-9]\d\d)/.test(styleOf(span, 'font-weight'))) span.append(takeChildren(span, 'strong'));
    if (styleOf(span, 'font-style') === 'italic') span.append(takeChildren(span, 'em'));
  }
}

function removeDeleted(page: Document): void {
  const deleted = 'del, .msoDel, .TrackChangeTextDeletion, .MsoCommentReference, [data-style*="mso-element:comment"]';
  for (const element of page.querySelectorAll(deleted)) {
    const block = element.parentElement?.closest('p, li, h1, h2, h3, h4, h5, h6');
    element.remove();
    const marker = block?.querySelector(markerOfWord)?.textContent ?? '';
    if (block && block.textContent.trim() === marker.trim()) block.remove();
  }
}
