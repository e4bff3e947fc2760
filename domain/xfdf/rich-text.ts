import { childElements, type XmlElement } from './xml-element.ts';

/** Only these carry words of a note; whatever else stands in rich text (script, style, images) falls away. */
const wordElements = new Set(['contents-richtext', 'body', 'p', 'span', 'b', 'i', 'u', 'sub', 'sup', 'div', 'br']);
const paragraphs = new Set(['p', 'div']);

/** The words of `<contents-richtext>`, a line per paragraph. Never HTML. */
export function plainText(richText: XmlElement): string {
  return lines(richText)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function lines(element: XmlElement): string {
  // Between block elements, white space is only the file's indentation.
  const holdsBlocks = childElements(element).some((child) => paragraphs.has(child.name) || child.name === 'body');
  return element.children
    .map((child) => {
      if (typeof child === 'string') return holdsBlocks ? child.trim() : child;
      if (!wordElements.has(child.name)) return '';
      if (child.name === 'br') return '\n';
      return paragraphs.has(child.name) ? `${lines(child)}\n` : lines(child);
    })
    .join('');
}
