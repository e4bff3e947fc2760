/** Drops styles and comments, and converts Word's headings, bullets and tables. */
export function cleanPastedHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll('style, script, meta, link, title, xml, iframe, object, img, svg')) {
    element.remove();
  }
  removeComments(page);
  listsOfWord(page);
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

/** Elements that the editor does not support, and their replacements. */
const headings = [
  ['h1', 'h2'],
  ['h4, h5, h6', 'h3'],
] as const;

function rename(page: Document, selector: string, name: string): void {
  for (const element of page.querySelectorAll(selector)) {
    const renamed = page.createElement(name);
    renamed.append(...element.childNodes);
    element.replaceWith(renamed);
  }
}

/** A row becomes a paragraph with its cells separated by commas. A single cell is a layout frame, as in mail. */
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

const bullet = /^[\s\u00a0]*(?:[·•o§\u2022\u25aa\u25cf\uf0b7\uf0a7-]|(\d+|[a-z])[.)])[\s\u00a0]+/;

function listsOfWord(page: Document): void {
  for (const paragraph of page.querySelectorAll('p[class*="MsoList"], p[style*="mso-list"]')) {
    const marker = bullet.exec(paragraph.textContent ?? '');
    const name = marker?.[1] === undefined ? 'ul' : 'ol';
    const before = paragraph.previousElementSibling;
    const goesOn = before?.localName === name && before.hasAttribute('data-of-word');
    const list = goesOn ? before : page.createElement(name);
    if (!goesOn) {
      list.setAttribute('data-of-word', '');
      paragraph.before(list);
    }
    stripMarker(paragraph, marker?.[0].trim() ?? '');
    const text = page.createElement('p');
    text.append(...paragraph.childNodes);
    const item = page.createElement('li');
    item.append(text);
    list.append(item);
    paragraph.remove();
  }
}

/** Word writes the bullet in a span of its own, before the words. */
function stripMarker(paragraph: Element, marker: string): void {
  const ignored = paragraph.querySelector('span[style*="mso-list:Ignore"], span[style*="mso-list: Ignore"]');
  if (ignored !== null) {
    ignored.remove();
    return;
  }
  const walker = paragraph.ownerDocument.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  const first = walker.nextNode();
  if (first?.nodeValue && marker !== '') first.nodeValue = first.nodeValue.replace(bullet, '');
}
