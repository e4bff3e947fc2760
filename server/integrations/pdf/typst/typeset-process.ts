// Runs in its own process, so that a long document neither blocks nor exhausts the server. Reads a request from stdin,
// writes the PDF to stdout, and reports shortcomings on stderr.
import { constants, setPriority } from 'node:os';
import { json } from 'node:stream/consumers';
import { createTypesetter } from './typesetter.ts';

// Runs at low priority, so that it does not slow down other requests.
setPriority(constants.priority.PRIORITY_LOW);
const { plan, fontsDir } = (await json(process.stdin)) as { plan: object; fontsDir: string | null };
const { pdf, shortcoming } = createTypesetter(fontsDir).set('record', plan);
if (shortcoming !== null) process.stderr.write(shortcoming);
process.stdout.write(pdf);
