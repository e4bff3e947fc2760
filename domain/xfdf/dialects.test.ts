import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Annotation, FreeTextAnnotation } from './annotation.ts';
import { freeTextLook } from './free-text-look.ts';
import { parseXfdf } from './parse.ts';
import { writeXfdf } from './write.ts';
import { childElements, childNamed, readXml, textOf, type XmlElement } from './xml.ts';

/**
 * The files are based on ISO 19444-1 and on public exports of these programs. `commands` contains Apryse's commands
 * that add, change and delete annotations.
 */
const makers = ['acrobat', 'apryse', 'foxit', 'commands'] as const;

const fileOf = (maker: (typeof makers)[number]): string =>
  readFileSync(new URL(`./dialects/${maker}.xfdf`, import.meta.url), 'utf8');

const marksOf = (text: string) => {
  const parsed = parseXfdf(text);
  if (parsed.kind === 'refused') throw new Error(parsed.message);
  return parsed.annotations;
};

const saved = (text: string): string => writeXfdf(marksOf(text));

function missingIn(given: XmlElement, kept: XmlElement | undefined): readonly string[] {
  const place = `${given.name} ${given.attributes.name ?? ''}`;
  if (!kept) return [place];
  const attributes = Object.entries(given.attributes)
    .filter(([name, value]) => meaning(name, value) !== meaning(name, kept.attributes[name]))
    .map(([name, value]) => `${place}@${name}: ${value} became ${kept.attributes[name]}`);
  const children = childElements(given)
    .filter(({ name }) => name !== 'popup')
    .flatMap((child) => {
      const others = childElements(given).filter(({ name }) => name === child.name);
      const found = childElements(kept).filter(({ name }) => name === child.name)[others.indexOf(child)];
      if (child.name !== 'contents-richtext') return missingIn(child, found);
      return textOf(childNamed(kept, 'contents') ?? child).trim() === '' ? [`${place}: its words`] : [];
    });
  const isLeaf = childElements(given).length === 0;
  const words = isLeaf && meaning('text', textOf(given)) !== meaning('text', textOf(kept)) ? [`${place}: text`] : [];
  return [...attributes, ...children, ...words];
}

function meaning(name: string, value: string | undefined): string | undefined {
  const numbers = value?.split(/[\s,;]+/).filter((part) => part !== '') ?? [];
  if (numbers.length > 0 && numbers.every((part) => /^-?\d+(\.\d+)?$/.test(part))) {
    const read = numbers.map((part) => Math.round(Number(part) * 100) / 100);
    return (name === 'rect' ? read.toSorted((a, b) => a - b) : read).join(' ');
  }
  return value?.trim().toLowerCase();
}

const annotationsOf = (text: string): readonly XmlElement[] =>
  childElements(readXml(text))
    .filter(({ name }) => ['annots', 'add', 'modify'].includes(name))
    .flatMap(childElements);

for (const maker of makers) {
  test(`saving an annotation file from ${maker} loses no marks or attributes`, () => {
    const kept = annotationsOf(saved(fileOf(maker)));
    const lost = annotationsOf(fileOf(maker)).flatMap((given) =>
      missingIn(
        given,
        kept.find((each) => each.attributes.name === given.attributes.name),
      ),
    );
    expect(lost).toEqual([]);
    expect(saved(saved(fileOf(maker)))).toBe(saved(fileOf(maker)));
  });
}

test('only caret, attachment, redaction, link and sound marks are treated as unsupported', () => {
  const opaque = makers.flatMap((maker) => marksOf(fileOf(maker)).annotations.filter(({ kind }) => kind === 'opaque'));
  const names = opaque.map((mark) => (mark.kind === 'opaque' ? mark.element.name : ''));
  expect(names).toEqual(['caret', 'fileattachment', 'redact', 'link', 'sound']);
});

const named = (maker: (typeof makers)[number], id: string): Annotation => {
  const found = marksOf(fileOf(maker)).annotations.find((mark) => mark.id === id);
  if (!found) throw new Error(`${maker} has no mark ${id}`);
  return found;
};

test('the values in an annotation file from Acrobat are parsed', () => {
  expect(named('acrobat', '6f2b2ad1-52a4-4c68-9b87-0f0e6a3d8f01')).toMatchObject({
    page: 2,
    colour: '#ffd100',
    opacity: 0.399994,
    author: 'Priya Raman',
    contents: 'Early grant\nIs it paid?',
    quads: [{ topLeft: { x: 72.025, y: 618.34 } }, { bottomRight: { x: 180.5, y: 584 } }],
  });
  const callout = named('acrobat', '6f2b2ad1-0006');
  expect(callout).toMatchObject({
    contents: 'Which year?',
    colour: '#ffffcc',
    extras: { attributes: { rotation: '90' } },
  });
  expect(freeTextLook(callout as FreeTextAnnotation)).toEqual({ colour: '#ff0000', fontSize: 14, align: 'center' });
  expect(named('acrobat', '6f2b2ad1-0007')).toMatchObject({ tail: 'ClosedArrow', width: 3, dashes: [3, 2] });
  expect(named('acrobat', '6f2b2ad1-0013')).toMatchObject({ contents: 'See <page 4> & the annex', icon: 'Comment' });
  expect(named('acrobat', '6f2b2ad1-0014')).toMatchObject({ inReplyTo: '6f2b2ad1-0013', state: 'Accepted' });
  expect(marksOf(fileOf('acrobat')).envelope.map(({ name }) => name)).toEqual(['f', 'ids']);
});

test('attributes and unknown values in an annotation file from Apryse are kept', () => {
  const words = named('apryse', '0f0a8b1e-0002');
  expect(words).toMatchObject({ textColour: '#e44234', fontSize: 16, extras: { attributes: { align: 'left' } } });
  expect(named('apryse', '0f0a8b1e-0003')).toMatchObject({ strokes: [{ length: 3 }, [{ x: 578.76, y: 386.21 }]] });
  expect(named('apryse', '0f0a8b1e-0006')).toMatchObject({
    extras: { attributes: { 'interior-color': 'none', width: '1.5px' } },
  });
});

test('an annotation file from Foxit with a namespace prefix, a byte order mark, CDATA and lists in rich text is parsed', () => {
  expect(named('foxit', '7b9e0e52-1111-4f4e-8f0a-aaaaaaaaaaaa')).toMatchObject({
    contents: '重要 <收入> & 支出',
    author: '陈伟',
  });
  expect(freeTextLook(named('foxit', '7b9e0e52-2222') as FreeTextAnnotation)).toMatchObject({
    colour: '#336699',
    fontSize: 12,
  });
  expect(named('foxit', '7b9e0e52-3333')).toMatchObject({ strokes: [{ length: 3 }], width: 1.5 });
  expect(named('foxit', '7b9e0e52-4444')).toMatchObject({ rect: { left: 300, bottom: 100, right: 380, top: 180 } });
  expect(named('foxit', '7b9e0e52-5555')).toMatchObject({ contents: '一\n二\n三\n四' });
});
