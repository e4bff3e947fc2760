import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { PageText } from '#domain/revisions/page-words.ts';
import type { PlacedMarks } from '#domain/revisions/place-marks.ts';
import type { TextChange } from '#domain/revisions/text-changes.ts';
import type { Annotation } from '#domain/xfdf/annotation.ts';
import { boundedNode, startProcess } from './pdf-process.ts';

const script = fileURLToPath(new URL('./follow-version-process.ts', import.meta.url));
const heapMegabytesMax = 768;
const timeMsMax = 60_000;

export interface Revision {
  readonly before: readonly PageText[];
  readonly after: readonly PageText[];
  readonly members: readonly { readonly id: string; readonly marks: readonly Annotation[] }[];
}

export interface FollowedVersion {
  /** This is null if most of the text has changed. */
  readonly changes: readonly TextChange[] | null;
  readonly members: readonly (PlacedMarks & { readonly id: string })[];
}

/** Throws if the process fails or takes too long. */
export async function followVersion(
  revision: Revision,
  paths: { readonly from: string; readonly to: string } | null,
): Promise<FollowedVersion> {
  const args = paths === null ? [] : [paths.from, paths.to];
  const child = spawn(...boundedNode({ script, args, heapMegabytesMax, cpuMsMax: timeMsMax }), {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeMsMax,
    killSignal: 'SIGKILL',
    env: {},
  });
  const { ended } = await startProcess(child);
  // This error is ignored, because the exit code below reports the failure.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(revision));
  const printed = await text(child.stdout);
  const code = await ended;
  if (code !== 0) throw new Error(`Two versions of a paper could not be compared (${code}).`);
  return JSON.parse(printed);
}
