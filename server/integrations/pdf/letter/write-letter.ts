import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFaces } from '#server/integrations/pdf/book/faces.ts';
import { createPdfFile, finishPdfFile } from '#server/integrations/pdf/book/pdf-file.ts';
import {
  createSheet,
  type Faces,
  sheetSize,
  type TextStyle,
  textWidth,
  wrapText,
} from '#server/integrations/pdf/book/sheet.ts';
import type { LetterPlan } from './plan.ts';

const margin = 72;
const inner = sheetSize.width - 2 * margin;
const bottom = 84;
const ink = '#1c1a16';
const faint = '#5f5a50';

interface Line {
  readonly words: string;
  readonly style: TextStyle;
  readonly height: number;
}

/** Returns the PDF. The text is the product's own, so no separate process is needed. */
export async function writeLetter(plan: LetterPlan): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'dais-letter-'));
  try {
    const path = join(folder, 'letter.pdf');
    await write(plan, path);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function write(plan: LetterPlan, path: string): Promise<void> {
  const file = await createPdfFile(path);
  const part = file.part();
  const faces = await openFaces(() => part.nextRef());
  const pages = layOut(plan, faces);
  const tree = part.nextRef();
  const sheets = pages.map(() => createSheet(part.nextRef(), faces));
  pages.forEach((lines, index) => {
    const sheet = sheets[index];
    if (!sheet) return;
    let y = sheetSize.height - margin;
    if (index === 0) {
      sheet.text(plan.board, { x: margin, y }, { face: faces.bold, size: 13, colour: ink });
      sheet.rule({ x: margin, y: y - 16, width: inner, height: 3 }, plan.colour);
      y -= headHeight;
    }
    for (const { words, style, height } of lines) {
      sheet.text(words, { x: margin, y }, style);
      y -= height;
    }
    const foot = { face: faces.regular, size: 9, colour: faint };
    const page = `${index + 1} / ${pages.length}`;
    sheet.text(plan.kind, { x: margin, y: bottom - 36 }, foot);
    sheet.text(page, { x: sheetSize.width - margin - textWidth(page, foot), y: bottom - 36 }, foot);
  });
  for (const sheet of sheets) sheet.write(part, tree);
  part.assign(tree, part.obj({ Type: 'Pages', Kids: sheets.map(({ ref }) => ref), Count: sheets.length }));
  await finishPdfFile(file, part, {
    title: `${plan.kind}, ${plan.title}`,
    author: plan.board,
    creator: plan.creator,
    at: Date.parse(plan.at),
    pages: tree,
    faces,
  });
}

const headHeight = 64;

function layOut(plan: LetterPlan, faces: Faces): readonly (readonly Line[])[] {
  const lines = linesOf(plan, faces);
  const pages: Line[][] = [[]];
  let room = sheetSize.height - margin - headHeight - bottom;
  for (const line of lines) {
    if (line.height > room) {
      pages.push([]);
      room = sheetSize.height - margin - bottom;
    }
    pages.at(-1)?.push(line);
    room -= line.height;
  }
  return pages;
}

function linesOf({ kind, title, facts, text }: LetterPlan, faces: Faces): readonly Line[] {
  const plain: TextStyle = { face: faces.regular, size: 11, colour: ink };
  const small: TextStyle = { face: faces.regular, size: 10, colour: faint };
  const large: TextStyle = { face: faces.bold, size: 20, colour: ink };
  const set = (words: string, style: TextStyle, height: number): readonly Line[] =>
    (words === '' ? [''] : wrapText(words, inner, style)).map((line) => ({ words: line, style, height }));
  const space = (height: number): Line => ({ words: '', style: plain, height });
  return [
    ...set(kind, small, 26),
    ...set(title, large, 26),
    space(10),
    ...text.split('\n').flatMap((line) => set(line.trimEnd(), plain, 16)),
    space(24),
    ...facts.flatMap((fact) => set(fact, small, 15)),
  ];
}
