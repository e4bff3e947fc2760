import { expect, test } from 'vitest';
import { type Annotation, annotationCharactersMax } from './annotation.ts';
import { normaliseXfdf } from './normalise.ts';
import { parseXfdf } from './parse.ts';
import { writeXfdf } from './write.ts';

const inRoot = (inner: string) => `<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve">${inner}</xfdf>`;
const inAnnots = (inner: string) => inRoot(`<annots>${inner}</annots>`);

function marksOf(text: string): readonly Annotation[] {
  const parsed = parseXfdf(text);
  if (parsed.kind === 'refused') throw new Error(`${parsed.reason}: ${parsed.message}`);
  return parsed.annotations.annotations;
}

const rewritten = (text: string): string => {
  const parsed = parseXfdf(text);
  return parsed.kind === 'parsed' ? writeXfdf(parsed.annotations) : '';
};

const refusal = (text: string) => {
  const parsed = parseXfdf(text);
  return parsed.kind === 'refused' ? parsed.reason : 'parsed';
};

test('an annotation file of 64,999 characters is accepted, and one of 65,000 is rejected', () => {
  const file = (length: number) => {
    const start = inAnnots('<text page="0" rect="0,0,1,1" name="a"><contents>@</contents></text>');
    return start.replace('@', 'x'.repeat(length - start.length + 1));
  };
  expect(file(64_999)).toHaveLength(64_999);
  expect(refusal(file(64_999))).toBe('parsed');
  expect(refusal(file(annotationCharactersMax))).toBe('too-large');
});

test.each([
  ['a document type', `<!DOCTYPE xfdf>${inAnnots('')}`, 'doctype'],
  [
    'a document type that declares entities',
    `<!DOCTYPE xfdf [<!ENTITY a "aaaa">]>${inAnnots('<text><contents>&a;</contents></text>')}`,
    'doctype',
  ],
  ['an external entity', `<!DOCTYPE xfdf [<!ENTITY a SYSTEM "file:///etc/passwd">]>${inAnnots('')}`, 'doctype'],
  ['an entity that is not predefined', inAnnots('<text><contents>&nbsp;</contents></text>'), 'not-xml'],
  ['a processing instruction', `<?xml-stylesheet href="a.xsl"?>${inAnnots('')}`, 'processing-instruction'],
  ['a processing instruction in an element', inAnnots('<?php echo 1 ?>'), 'processing-instruction'],
  ['an unexpected root element', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'wrong-root'],
  ['the right root name in another namespace', '<xfdf xmlns="urn:other"/>', 'wrong-root'],
  ['a file without an element', 'marks', 'not-xml'],
  ['an empty file', '', 'not-xml'],
  ['a truncated file', '<xfdf><annots>', 'not-xml'],
  ['a file with two root elements', '<xfdf/><xfdf/>', 'not-xml'],
  ['an undeclared prefix', '<xfdf><a:b/></xfdf>', 'not-xml'],
  ['nesting that is too deep', `<xfdf>${'<a>'.repeat(30)}${'</a>'.repeat(30)}</xfdf>`, 'too-deep'],
  [
    'an excessive number of attributes',
    `<xfdf><annots><ink ${Array.from({ length: 65 }, (_, i) => `a${i}=""`).join(' ')}/></annots></xfdf>`,
    'too-many',
  ],
])('the annotation parser rejects %s', (_, text, reason) => {
  expect(refusal(text)).toBe(reason);
});

test('an annotation file with too many elements is rejected', () => {
  expect(parseXfdf(`<xfdf>${'<a/>'.repeat(20_001)}</xfdf>`, 1_000_000)).toMatchObject({
    kind: 'refused',
    reason: 'too-many',
  });
});

test('rich text in a mark is read as plain text without scripts or markup', () => {
  const [note] = marksOf(
    inAnnots(`<text page="1" rect="0,0,20,20" name="n"><contents-richtext>
      <body xmlns="http://www.w3.org/1999/xhtml"><p>First <b>line</b></p><script>alert(1)</script>
      <p onclick="x()">Second<img src="x" onerror="y()"/></p><svg xmlns="http://www.w3.org/2000/svg"><script>z()</script></svg></body>
    </contents-richtext></text>`),
  );
  expect(note).toMatchObject({ kind: 'text', contents: 'First line\nSecond' });
});

test('a mark’s plain contents take precedence over its rich text, and its popup is dropped', () => {
  const file = inAnnots(
    '<text page="0" rect="0,0,1,1" name="n"><popup page="0" rect="0,0,9,9"/><contents>plain</contents><contents-richtext><body xmlns="http://www.w3.org/1999/xhtml"><p>rich</p></body></contents-richtext></text><popup page="0" rect="0,0,1,1"/>',
  );
  expect(marksOf(file)).toEqual([
    { kind: 'text', id: 'n', page: 0, rect: { left: 0, bottom: 0, right: 1, top: 1 }, contents: 'plain' },
  ]);
});

test('markup from other namespaces is removed from marks of unknown kinds', () => {
  const file = inAnnots(
    '<caret name="c" page="0"><contents-richtext><body xmlns="http://www.w3.org/1999/xhtml"><p>words</p></body></contents-richtext><x:script xmlns:x="urn:x">bad()</x:script></caret>',
  );
  expect(rewritten(file)).toContain('<caret name="c" page="0"><contents>words</contents></caret>');
});

test.each([
  ['<URI Name="https://www.example.org/"/>', true],
  ['<GoTo><Dest><XYZ Page="2"/></Dest></GoTo>', true],
  ['<URI Name="javascript:alert(1)"/>', false],
  ['<JavaScript>app.alert(1)</JavaScript>', false],
  ['<Launch><File Name="C:/windows/calc.exe"/></Launch>', false],
  ['<URI Name="https://www.example.org/"><JavaScript>1</JavaScript></URI>', false],
])('the action of a link is kept only if it leads to a page or the web: %s', (act, isKept) => {
  const action = `<OnActivation><Action Trigger="U">${act}</Action></OnActivation>`;
  const written = rewritten(inAnnots(`<link name="l" page="0" rect="0,0,9,9">${action}</link>`));
  expect(written).toContain('<link ');
  expect(written.includes('OnActivation')).toBe(isKept);
});

test('the elements f, ids and fields of an annotation file are kept, and pages and pdf-info are dropped', () => {
  const kept =
    '<f href="a.pdf"/><ids original="1" modified="2"/><fields><field name="x"><value>1</value></field></fields>';
  expect(rewritten(inRoot(`${kept}<pages/><pdf-info/><annots/>`))).toBe(inRoot(`${kept}<annots></annots>`));
});

test('the add, modify and delete commands of an annotation file are applied', () => {
  const ids = marksOf(
    inRoot(
      '<annots><text name="a" page="0" rect="0,0,1,1"/><text name="b" page="0" rect="0,0,1,1"/></annots>' +
        '<add><text name="c" page="0" rect="0,0,1,1"/></add>' +
        '<modify><text name="b" page="4" rect="0,0,1,1"/></modify>' +
        '<delete><id page="1">a</id></delete>',
    ),
  ).map((mark) => `${mark.id}@${mark.page}`);
  expect(ids).toEqual(['b@4', 'c@0']);
});

test('marks without unique names get unique ids, which are the same each time the file is read', () => {
  const file = inAnnots(
    '<text page="0" rect="0,0,1,1"/><text page="0" rect="0,0,1,1"/><text name="a" page="0" rect="0,0,1,1"/><text name="a" page="1" rect="0,0,1,1"/>',
  );
  const ids = marksOf(file).map((mark) => mark.id);
  expect(new Set(ids).size).toBe(4);
  expect(marksOf(file).map((mark) => mark.id)).toEqual(ids);
});

test('reading 16,000 marks with the same name does not take quadratic time', () => {
  const ids = marksOf(inAnnots('<a/>'.repeat(16_000))).map((mark) => mark.id);
  expect(new Set(ids).size).toBe(16_000);
});

test.each([
  ['<highlight name="h" page="3" rect="0,0,9,9" coords="1,2,three"/>', { id: 'h', page: 3 }],
  ['<text name="a" page="0" rect="0,0,1e999,1"/>', {}],
  ['<text name="a" page="1.5" rect="0,0,1,1"/>', { page: 0 }],
  [`<text name="a" page="0" rect="${'1'.repeat(60_000)}x"/>`, {}],
])('a mark with unreadable numbers or numbers outside any page is kept but not drawn: %.60s', (mark, kept) => {
  expect(marksOf(inAnnots(mark))[0]).toMatchObject({ kind: 'opaque', ...kept });
});

test('170 three-line highlights fit within the size limit', () => {
  const quad = (line: number) => {
    const top = 612.34 - 18.12 * line;
    return {
      topLeft: { x: 72.021, y: top },
      topRight: { x: 540.337, y: top },
      bottomLeft: { x: 72.021, y: top - 14.456 },
      bottomRight: { x: 540.337, y: top - 14.456 },
    };
  };
  const marks: readonly Annotation[] = Array.from({ length: 170 }, (_, index) => ({
    kind: 'highlight',
    id: `k3j9x2${index}`,
    page: index,
    rect: { left: 72.021, bottom: 561.644, right: 540.337, top: 612.34 },
    author: 'Elena Kowalczyk',
    modified: "D:20261114093000-04'00'",
    colour: '#ffe27a',
    quads: [quad(0), quad(1), quad(2)],
  }));
  expect(writeXfdf({ annotations: marks, envelope: [] }).length).toBeLessThan(annotationCharactersMax);
});

test('normalising rich text keeps its words and removes scripts', () => {
  const rich =
    '<contents><body xmlns="http://www.w3.org/1999/xhtml"><p>Early <b>grant</b></p><script>alert(1)</script><p>Is it paid?</p></body></contents>';
  const text = `<xfdf xmlns="http://ns.adobe.com/xfdf/"><annots>${[
    `<text name="a" page="0" rect="1,1,20,20">${rich}</text>`,
    '<text name="b" page="0" rect="1,1,20,20"><contents><p>Without a namespace</p></contents></text>',
    '<text name="c" page="0" rect="1,1,20,20"><contents/></text>',
    '<freetext name="d" page="0" rect="1,1,20,20"><defaultappearance></defaultappearance></freetext>',
    `<caret name="e" page="0" rect="1,1,20,20">${rich}</caret>`,
    '<caret name="f" page="0" rect="1,1,20,20"><contents-richtext><body xmlns="http://www.w3.org/1999/xhtml"/></contents-richtext></caret>',
  ].join('')}</annots></xfdf>`;
  const once = normaliseXfdf(text);
  if (once.kind === 'refused') throw new Error(once.message);
  expect(once.xfdf.match(/<contents>[^<]*<\/contents>/g)).toEqual([
    '<contents>Early grant\nIs it paid?</contents>',
    '<contents>Without a namespace</contents>',
    '<contents>Early grant\nIs it paid?</contents>',
  ]);
  expect(once.xfdf).toContain('<caret name="f" page="0" rect="1,1,20,20"><contents/></caret>');
  expect(once.xfdf).not.toContain('alert');
  expect(rewritten(once.xfdf)).toBe(once.xfdf);
});
