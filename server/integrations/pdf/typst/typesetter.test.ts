import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { isolated } from '#domain/text.ts';
import { ownFolder } from '#tests/support/test-folder.ts';
import { interFont } from './fonts.ts';
import type { RecordPlan, SectionPart } from './plan.ts';
import { createTypesetter } from './typesetter.ts';

const typesetter = createTypesetter(null);

const emptyPlan: RecordPlan = {
  board: 'Harbour House',
  colour: '#124e52',
  paper: 'letter',
  logo: null,
  title: 'Minutes',
  lede: '',
  mark: '',
  facts: [],
  sections: [],
  signatures: [],
  closing: [],
  at: '2026-11-16T12:00:00.000Z',
};

const emptyBook = { board: '', colour: '#124e52', paper: 'letter', title: '' };
const box = { width: 400, height: 90, size: 9, colour: '#000000', opacity: 1, align: 'left' };

const section = (title: string, parts: readonly SectionPart[]): RecordPlan['sections'][number] => ({
  kind: 'item',
  depth: 0,
  number: '1',
  time: '',
  title,
  parts,
});

/** Returns the text without spaces, because pdf.js adds spaces at line ends. */
async function textOf(pdf: Uint8Array): Promise<string> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const texts: string[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
  }
  await task.destroy();
  return texts.join('').replaceAll(/\s/g, '');
}

const calls = [
  'include "/etc/passwd"',
  'read("/etc/passwd")',
  'read("house.typ")',
  'json("data.json")',
  'image("../logo.png")',
  'import "@preview/cetz:0.3.0"',
  'import "house.typ": *',
  'panic("x")',
  'eval("1+1")',
  'set page(width: 1pt)',
  'show: none',
  'let ink = red',
  'sys.inputs',
  'link("file:///x")[y]',
  'while true {}',
  'context here()',
  'pagebreak()',
  'metadata(1) <row>',
  'raw("x")',
  'counter(page).update(9)',
];
const wrappers = [
  '#@',
  '\\#@',
  ']#@[',
  '"#@"',
  '$#@$',
  '```typ #@ ```',
  '*_#@_*',
  '= #@ <row>',
  '// */ #@ /*',
  '") + #@ + ("',
];
const hostile = wrappers.flatMap((wrapper) => calls.map((call) => wrapper.replace('@', () => call)));

test('200 strings of Typst markup, functions and paths are printed as plain text in every field', async () => {
  expect(hostile).toHaveLength(200);
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] }) as const;
  const record: RecordPlan = {
    ...emptyPlan,
    board: hostile[0] ?? '',
    title: hostile[1] ?? '',
    lede: hostile[2] ?? '',
    mark: hostile[3] ?? '',
    facts: hostile.map((words) => ({ label: words, words })),
    sections: hostile.map((words) =>
      section(words, [
        { kind: 'line', words },
        { kind: 'aside', words },
        { kind: 'list', items: [words] },
        { kind: 'notes', text: { type: 'doc', content: [{ type: 'blockquote', content: [paragraph(words)] }] } },
        { kind: 'motion', text: words, facts: [words], outcome: words, remarks: [words] },
        { kind: 'action', label: words, words },
        { kind: 'table', head: [words], widths: [1], padding: 1, rows: [[words]] },
      ]),
    ),
    signatures: hostile.map((words) => ({ name: words, note: words })),
    closing: hostile,
  };
  const entries = hostile.flatMap((words) => [
    { kind: 'item', depth: 0, number: words, time: '', title: words, about: words, text: words },
    { kind: 'paper', title: words, page: '3', words, target: 'paper:0' },
  ]);
  const book = { ...emptyBook, facts: hostile.slice(0, 9), notes: hostile.slice(0, 3), entries };
  const boxes = hostile.map((text, nth) => ({ ...box, text, one_line: nth % 2 === 0 }));
  for (const [template, data, times] of [
    ['record', record, 17],
    ['book', book, 5],
    ['marks', { boxes }, 1],
  ] as const) {
    const text = await textOf(typesetter.set(template, data).pdf);
    for (const words of hostile) {
      const count = text.split(words.replaceAll(/\s/g, '')).length - 1;
      expect({ template, words, count: Math.min(count, times) }).toEqual({ template, words, count: times });
    }
  }
}, 60_000);

/** Letter sequences of DIN 91379 that have no single code point, and letters that few fonts contain. */
const registered =
  'A̋ C̀ C̄ C̆ C̈ C̕ C̣ C̦ C̨̆ D̂ F̀ F̄ G̀ H̄ H̦ H̱ J́ J̌ K̀ K̂ K̄ K̇ K̕ K̛ K̦ K͟H K͟h L̂ L̥ L̥̄ L̦ M̀ M̂ M̆ M̐ N̂ N̄ N̆ N̦ P̀ P̄ P̕ P̣ R̆ R̥ R̥̄ S̀ S̄ S̛̄ S̱ T̀ T̄ T̈ ' +
  'T̕ T̛ U̇ Z̀ Z̄ Z̆ Z̈ Z̧ a̋ c̀ k͟h l̥̄ s̛̄ z̧ Ǥ ǥ ẕ Ḳ ḳ Ḫ Ȟ Ǩ Ǯ Ɂ ʾ ʿ ẞ Ợ Ữ Ŀ Ŋ Ŧ Ə ƏĦ';
const names = '王小明 さくら 김민수 علي حسن דוד לוי Ελένη Иван สมชาย आकाश গীতা தமிழ் გიორგი Արմեն አበበ Nguyễn Văn Đức';
const emoji = '😀 👍🏽 👩‍👩‍👧 🇩🇪 1️⃣ ❤️ ☂️ ✓ → ♣';

test('names in many scripts have glyphs in every style, so that the document is valid PDF/UA-1', async () => {
  const words = `${registered} ${names} ${emoji}`;
  const styles = [[], ['bold'], ['italic'], ['bold', 'italic']].map((types) => ({
    type: 'paragraph' as const,
    content: [{ type: 'text' as const, text: words, marks: types.map((type) => ({ type }) as { type: 'bold' }) }],
  }));
  const notes = { kind: 'notes', text: { type: 'doc', content: styles } } as const;
  const { pdf, shortcoming } = typesetter.set('record', {
    ...emptyPlan,
    title: words,
    sections: [section(words, [notes, { kind: 'aside', words }])],
  });
  expect(shortcoming).toBeNull();
  expect(pdf.includes('pdfuaid:part')).toBe(true);
  expect((await textOf(pdf)).split(names.replaceAll(' ', '').slice(0, 9)).length).toBeGreaterThan(6);
});

async function ledeItems(lede: string) {
  const { pdf, shortcoming } = typesetter.set('record', { ...emptyPlan, lede });
  expect(shortcoming).toBeNull();
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS });
  const { items } = await (await (await task.promise).getPage(1)).getTextContent();
  await task.destroy();
  return items
    .flatMap((item) => ('str' in item && item.height === 12.5 ? [item] : []))
    .toSorted((left, right) => left.transform[4] - right.transform[4]);
}

test('formatting characters take up no space and print nothing', async () => {
  const formats = '\u200e\u200f\u202a\u202c\u2066\u2069\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\u00ad\u061c';
  const widthOf = async (words: string) =>
    Math.round((await ledeItems(words)).reduce((all, { width }) => all + width, 0));
  const plain = await widthOf('Ada Okafor');
  expect(plain).toBeGreaterThan(50);
  expect(await widthOf([...'Ada Okafor'].join(formats))).toBe(plain);
});

test('a letter that no font contains is not replaced, and the document is tagged but does not conform to PDF/UA-1', async () => {
  const { pdf, shortcoming } = typesetter.set('record', { ...emptyPlan, lede: 'Ada \u{10fffd}\ud83d Okafor' });
  expect(shortcoming).toContain('could not be displayed');
  expect(pdf.includes('/StructTreeRoot')).toBe(true);
  expect(await textOf(pdf)).not.toContain('?');
});

test('an emoji that no font contains is omitted', async () => {
  // This code point is not assigned in Unicode yet.
  const { pdf, shortcoming } = typesetter.set('record', { ...emptyPlan, lede: 'Ada \u{1faff} Okafor' });
  expect(shortcoming).toBeNull();
  expect(await textOf(pdf)).toContain('AdaOkafor');
});

async function fontOf(letter: string): Promise<Buffer> {
  const font = await readFile(interFont);
  const tableOf = (tag: string): Buffer => {
    const row = font.indexOf(tag, 12, 'latin1');
    const start = font.readUInt32BE(row + 8);
    return font.subarray(start, start + font.readUInt32BE(row + 12));
  };
  const code = letter.codePointAt(0)?.toString(16).padStart(8, '0');
  // A character table with one letter (OpenType, cmap format 12).
  const map = `000000010003000a0000000c000c00000000001c0000000000000001${code}${code}00000014`;
  Buffer.from(map, 'hex').copy(tableOf('cmap'));
  const names = tableOf('name');
  const family = '\0I\0n\0t\0e\0r';
  for (let at = names.indexOf(family); at !== -1; at = names.indexOf(family)) names.write('\0O\0u\0t\0e\0r', at);
  return font;
}

test('a font in FONTS_DIR is used for a script that the included fonts lack', async () => {
  const folder = ownFolder();
  const letter = '\u{11bc0}'; // A letter of the Sunuwar script
  await writeFile(join(folder, 'outer.ttf'), await fontOf(letter));
  const plan = { ...emptyPlan, lede: `Ada ${letter} Okafor` };
  expect(typesetter.set('record', plan).shortcoming).toContain('could not be displayed');
  const { pdf, shortcoming } = createTypesetter(folder).set('record', plan);
  expect(shortcoming).toBeNull();
  expect(await textOf(pdf)).toContain(`Ada${letter}Okafor`);
});

test('right-to-left names keep their places in lists and sentences', async () => {
  const [one = '', two = ''] = ['דוד', 'שרה'].map(isolated);
  const wordsOf = async (lede: string) => (await ledeItems(lede)).map(({ str }) => str.trim()).filter(Boolean);
  expect(await wordsOf(`Present: ${one}, ${two}, 3 of 9`)).toEqual(['Present:', 'דוד', ',', 'שרה', ', 3 of 9']);
  expect(await wordsOf(`${one}, ${two} arrived.`)).toEqual(['דוד', ',', 'שרה', 'arrived.']);
});

test('the cover of a board book fits on one page even if the title and the board’s name are 300 characters long', () => {
  const long = 'Agreement on maintenance '.repeat(12);
  const book = { ...emptyBook, board: long, title: long, facts: [long], notes: [long], entries: [] };
  expect(typesetter.set('book', book).valuesOf('agenda')).toEqual([2]);
});

test('a logo is never decoded as SVG, which could refer to other files', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="record.typ"/></svg>';
  const logo = Buffer.from(svg).toString('base64');
  expect(() => typesetter.set('record', { ...emptyPlan, logo })).toThrow('Invalid PNG');
});

test('hundreds of joined consonants, direction-isolated names or long words in one paragraph can be typeset', async () => {
  const words = ['क्'.repeat(300), '\u2068דוד\u2069 '.repeat(600), `${'x'.repeat(30)} `.repeat(600)];
  const { pdf, shortcoming } = typesetter.set('record', {
    ...emptyPlan,
    sections: words.map((each) => section('Report', [{ kind: 'line', words: each }])),
  });
  expect(shortcoming).toBeNull();
  const text = await textOf(pdf);
  expect([text.split('דוד').length, text.split('x').length]).toEqual([601, 18_001]);
});

test('an empty heading in the notes does not prevent PDF/UA-1 conformance', () => {
  const notes = { type: 'doc', content: [{ type: 'heading', attrs: { level: 2 } }] } as const;
  const plan = { ...emptyPlan, sections: [section('Report', [{ kind: 'notes', text: notes }])] };
  expect(typesetter.set('record', plan).shortcoming).toBeNull();
});

// Without limits, such texts would take gigabytes of memory or half a minute.
test('a letter with thousands of accents and text of an enormous size can be typeset', () => {
  const { shortcoming } = typesetter.set('record', { ...emptyPlan, lede: `a${'\u0301'.repeat(60_000)}` });
  expect(shortcoming).toBeNull();
  const boxes = [{ ...box, width: 100, height: 20, size: 99_999_999, text: 'word '.repeat(12_000), one_line: false }];
  expect(typesetter.set('marks', { boxes }).pageCount).toBe(1);
});
