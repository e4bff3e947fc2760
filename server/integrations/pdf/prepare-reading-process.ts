// Runs in a separate process, so that hostile files cannot exhaust the server.
import { readFile, writeFile } from 'node:fs/promises';
import { PDFName } from '@cantoo/pdf-lib';
import { createTypesetter } from '#server/integrations/pdf/typst/typesetter.ts';
import { drawFieldValues, isDynamicForm } from './form-values.ts';
import { layerProperties, readLayers } from './layers/read-layers.ts';
import { removeHiddenLayers } from './layers/remove-hidden-layers.ts';
import { loadPdf, savePdf } from './load-pdf.ts';

const [from, to, fontsDir = ''] = process.argv.slice(2);
if (from === undefined || to === undefined) throw new Error('Two files are needed.');
const pdf = await loadPdf(await readFile(from));
const shown = readLayers(pdf).all.filter(({ isShown }) => isShown);
const hidesLayers = removeHiddenLayers(pdf);
// Replaces the layer settings, because the original ones may hide a visible layer in print.
if (hidesLayers) pdf.catalog.set(PDFName.of('OCProperties'), pdf.context.obj(layerProperties(shown)));
const drawsFields = await drawFieldValues(pdf, createTypesetter(fontsDir === '' ? null : fontsDir));
const isCopied = hidesLayers || drawsFields;
if (isCopied) await writeFile(to, await savePdf(pdf));
process.stdout.write(`${JSON.stringify({ isDynamicForm: isDynamicForm(pdf), isCopied })}\n`);
