// A process of its own: a hostile file may take its memory and its time, never the server's.
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const path = process.argv[2];
if (path === undefined) throw new Error('No file was named.');
const task = getDocument({ url: path, verbosity: VerbosityLevel.ERRORS, useSystemFonts: false, disableFontFace: true });
const pdf = await task.promise;
process.stdout.write(String(pdf.numPages));
await task.destroy();
