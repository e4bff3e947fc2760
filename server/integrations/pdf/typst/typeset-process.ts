// Runs in a separate process, so that a long document can neither block nor exhaust the server.
import { constants, setPriority } from 'node:os';
import { json } from 'node:stream/consumers';
import { makeWordRecord } from '#server/integrations/pdf/word/record.ts';
import type { RecordPlan } from './plan.ts';
import type { RecordFormat } from './typeset.ts';
import { createTypesetter } from './typesetter.ts';

setPriority(constants.priority.PRIORITY_LOW);
interface Request {
  readonly plan: RecordPlan;
  readonly fontsDir: string | null;
  readonly format: RecordFormat;
}
const { plan, fontsDir, format } = (await json(process.stdin)) as Request;
if (format === 'docx') {
  process.stdout.write(await makeWordRecord(plan));
} else {
  const { pdf, shortcoming } = createTypesetter(fontsDir).set('record', plan);
  if (shortcoming !== null) process.stderr.write(shortcoming);
  process.stdout.write(pdf);
}
