import type { XmlElement } from './xml-element.ts';

/** One line of XML, nothing added. What XML cannot carry (control characters, lone surrogates) falls away. */
export function writeElement(element: XmlElement): string {
  const attributes = Object.entries(element.attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
  if (element.children.length === 0) return `<${element.name}${attributes}/>`;
  const inner = element.children
    .map((child) => (typeof child === 'string' ? escapeText(child) : writeElement(child)))
    .join('');
  return `<${element.name}${attributes}>${inner}</${element.name}>`;
}

/** Text as XML 1.0 can carry it (section 2.2, Char). */
export function carriable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

function escapeText(text: string): string {
  return carriable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
