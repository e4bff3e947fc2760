import { childElements, type XmlElement } from './xml-element.ts';

/**
 * Only these carry words of a note; whatever else stands in rich text (script, style, images) falls away. Those of XFA's
 * rich text (XFA 3.3, chapter 27), and their like in HTML.
 */
export const wordElements: ReadonlySet<string> = new Set([
  ...['contents-richtext', 'html', 'body', 'p', 'div', 'ol', 'ul', 'li', 'br'],
  ...['a', 'span', 'font', 'b', 'strong', 'i', 'em', 'u', 'ins', 's', 'strike', 'del', 'sub', 'sup'],
]);
const paragraphs = new Set(['p', 'div', 'li']);
const groups = new Set(['html', 'body', 'ol', 'ul']);

/** The words of `<contents-richtext>`, a line per paragraph. Never HTML. */
export function plainText(richText: XmlElement): string {
  return lines(richText)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function lines(element: XmlElement): string {
  // Between block elements, white space is only the file's indentation.
  const holdsBlocks = childElements(element).some((child) => paragraphs.has(child.name) || groups.has(child.name));
  return element.children
    .map((child) => {
      if (typeof child === 'string') return holdsBlocks ? child.trim() : child;
      if (!wordElements.has(child.name)) return '';
      if (child.name === 'br') return '\n';
      return paragraphs.has(child.name) ? `${lines(child)}\n` : lines(child);
    })
    .join('');
}
