import type { Annotation, AnnotationSet } from './annotation.ts';
import { kinds } from './fields.ts';
import { carriable, writeElement, type XmlElement } from './xml.ts';

export function writeXfdf({ annotations, envelope }: AnnotationSet): string {
  const before = envelope.map(writeElement).join('');
  const elements = annotations.map(writeAnnotation).join('');
  return `<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve">${before}<annots>${elements}</annots></xfdf>`;
}

export function writeAnnotation(annotation: Annotation): string {
  if (annotation.kind === 'opaque') {
    return writeElement({
      ...annotation.element,
      attributes: { ...annotation.element.attributes, name: annotation.id },
    });
  }
  const { kind, id, contents = '', extras } = annotation;
  const written: Record<string, string> = { ...extras?.attributes, name: id };
  for (const { in: attribute, name, codec } of kinds[kind].attributes) {
    const value = Reflect.get(annotation, name);
    if (value !== undefined) written[attribute] = codec.write(value);
  }
  const children: XmlElement[] =
    carriable(contents) === '' ? [] : [{ name: 'contents', attributes: {}, children: [contents] }];
  for (const { in: child, name, codec } of kinds[kind].children ?? []) {
    const value = Reflect.get(annotation, name);
    if (value !== undefined) children.push({ name: child, attributes: {}, children: codec.write(value) });
  }
  return writeElement({ name: kind, attributes: written, children: [...children, ...(extras?.elements ?? [])] });
}
