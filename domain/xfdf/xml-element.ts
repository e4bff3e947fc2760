/** An element as it came: local name, unprefixed attributes, and its children in order. Text is already unescaped. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

/** The words inside, without any markup. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

export function childElements(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string');
}

export function childNamed(element: XmlElement, name: string): XmlElement | undefined {
  return childElements(element).find((child) => child.name === name);
}
