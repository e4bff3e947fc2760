import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';

const xmlDepthMax = 24;
const xmlElementsMax = 20_000;
const xmlAttributesMax = 64;

export type XfdfRefusal =
  | 'too-large'
  | 'not-xml'
  | 'doctype'
  | 'processing-instruction'
  | 'too-deep'
  | 'too-many'
  | 'wrong-root';

export class RefusedXml extends Error {
  readonly reason: XfdfRefusal;

  constructor(reason: XfdfRefusal, message: string) {
    super(message);
    this.name = 'RefusedXml';
    this.reason = reason;
  }
}

const xfdfNamespace = 'http://ns.adobe.com/xfdf/';
const xhtmlNamespace = 'http://www.w3.org/1999/xhtml';

interface Building {
  readonly element: XmlElement & { readonly children: (XmlElement | string)[] };
  readonly kept: boolean;
}

/** Rejects DOCTYPE, processing instructions and custom entities. Throws RefusedXml. */
export function readXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const open: Building[] = [];
  let root: Building | undefined;
  let elements = 0;

  // saxes takes four times as long with a seventh handler, so the parser's errors are caught below instead.
  parser.on('doctype', () => {
    throw new RefusedXml('doctype', 'A document type is not allowed');
  });
  parser.on('processinginstruction', () => {
    throw new RefusedXml('processing-instruction', 'Processing instructions are not allowed');
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    if (elements > xmlElementsMax) throw new RefusedXml('too-many', `More than ${xmlElementsMax} elements`);
    if (open.length >= xmlDepthMax) throw new RefusedXml('too-deep', `Deeper than ${xmlDepthMax} elements`);
    const parent = open.at(-1);
    const building = start(tag, parent);
    if (!parent) root = building;
    else if (building.kept) parent.element.children.push(building.element);
    open.push(building);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.on('text', (words) => addText(open.at(-1), words));
  parser.on('cdata', (words) => addText(open.at(-1), words));

  try {
    parser.write(text).close();
  } catch (error) {
    throw error instanceof RefusedXml ? error : new RefusedXml('not-xml', (error as Error).message);
  }
  if (!root) throw new RefusedXml('not-xml', 'There is no element');
  if (!root.kept || root.element.name !== 'xfdf') {
    throw new RefusedXml('wrong-root', `The root is ${root.element.name}, not xfdf`);
  }
  return root.element;
}

function start(tag: SaxesTagNS, parent: Building | undefined): Building {
  const given = Object.values(tag.attributes) as readonly SaxesAttributeNS[];
  if (given.length > xmlAttributesMax) {
    throw new RefusedXml('too-many', `More than ${xmlAttributesMax} attributes on ${tag.name}`);
  }
  const ours = tag.uri === xfdfNamespace || tag.uri === '';
  const richText = tag.uri === xhtmlNamespace && parent !== undefined && isRichText(parent);
  const own: (readonly [string, string])[] = [];
  for (const { prefix, name, value } of given) if (prefix === '' && name !== 'xmlns') own.push([name, value]);
  return {
    element: { name: tag.local, attributes: Object.fromEntries(own), children: [] },
    kept: (ours || richText) && (parent?.kept ?? true),
  };
}

function isRichText(parent: Building): boolean {
  return parent.element.name === 'contents' || wordElements.has(parent.element.name);
}

function addText(open: Building | undefined, words: string): void {
  if (!open) return;
  const { children } = open.element;
  const last = children.at(-1);
  if (typeof last === 'string') children[children.length - 1] = last + words;
  else children.push(words);
}

/** Text elements of XFA rich text (XFA 3.3, chapter 27) and HTML. */
export const wordElements: ReadonlySet<string> = new Set([
  'contents-richtext',
  'html',
  'body',
  'p',
  'div',
  'ol',
  'ul',
  'li',
  'br',
  'a',
  'span',
  'font',
  'b',
  'strong',
  'i',
  'em',
  'u',
  'ins',
  's',
  'strike',
  'del',
  'sub',
  'sup',
]);
const paragraphs = new Set(['p', 'div', 'li']);
const groups = new Set(['html', 'body', 'ol', 'ul']);

export function plainText(richText: XmlElement): string {
  return lines(richText)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function lines(element: XmlElement): string {
  // White space between block elements is only indentation.
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

export function writeElement(element: XmlElement): string {
  const attributes = Object.entries(element.attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
  if (element.children.every((child) => child === '')) return `<${element.name}${attributes}/>`;
  const inner = element.children
    .map((child) => (typeof child === 'string' ? escapeText(child) : writeElement(child)))
    .join('');
  return `<${element.name}${attributes}>${inner}</${element.name}>`;
}

/** Removes characters that XML does not allow (XML 1.0, section 2.2). */
export function carriable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

function escapeText(text: string): string {
  if (!toEscape.test(text) && text.isWellFormed()) return text;
  return carriable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

function escapeAttribute(text: string): string {
  const escaped = escapeText(text);
  if (!toEscapeInAttributes.test(escaped)) return escaped;
  return escaped.replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const toEscape = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]/;
const toEscapeInAttributes = /["\n\t]/;

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

export function childElements(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string');
}

export function childNamed(element: XmlElement, name: string): XmlElement | undefined {
  return childElements(element).find((child) => child.name === name);
}
