// Runs in a separate process, so that hostile files cannot exhaust the server.
import { readFile, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { createTypesetter } from '#server/integrations/pdf/typst/typesetter.ts';
import { addAnnotations } from './add-annotations.ts';
import { drawFieldValues, isSigned } from './form-values.ts';
import { removeHiddenLayers } from './layers/remove-hidden-layers.ts';
import { loadPdf, savePdf } from './load-pdf.ts';

const [from, to, fontsDir = ''] = process.argv.slice(2);
if (from === undefined || to === undefined) throw new Error('Two files are needed.');
const parsed = parseXfdf(await text(process.stdin));
if (parsed.kind !== 'parsed') throw new Error(parsed.message);
const typesetter = createTypesetter(fontsDir === '' ? null : fontsDir);
const { annotations } = parsed.annotations;
const bytes = await readFile(from);
const pdf = await loadPdf(bytes);
if (isSigned(pdf) && !bytes.includes('/Encrypt')) {
  // Appends to the file, so that the signature still covers the signed bytes (ISO 32000-1, 7.5.6).
  const signed = await loadPdf(bytes, { forIncrementalUpdate: true });
  await addAnnotations(signed, annotations, typesetter);
  await writeFile(to, await savePdf(signed));
} else {
  removeHiddenLayers(pdf);
  await drawFieldValues(pdf, typesetter);
  await addAnnotations(pdf, annotations, typesetter);
  await writeFile(to, await savePdf(pdf));
}
