// Runs in its own process, so that hostile files cannot exhaust the server. Reads XFDF from stdin, the PDF from its
// first argument, and writes to its second.
import { readFile, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { addAnnotations } from './add-annotations.ts';
import { loadPdf } from './load-pdf.ts';

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) throw new Error('Two files are needed.');
const parsed = parseXfdf(await text(process.stdin));
if (parsed.kind !== 'parsed') throw new Error(parsed.message);
const pdf = await loadPdf(await readFile(from));
await addAnnotations(pdf, parsed.annotations.annotations);
await writeFile(to, await pdf.save({ addDefaultPage: false, updateFieldAppearances: false }));
