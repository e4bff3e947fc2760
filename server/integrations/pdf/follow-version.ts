import type { PageText } from '#domain/revisions/page-words.ts';
import type { PlacedMarks } from '#domain/revisions/place-marks.ts';
import type { TextChange } from '#domain/revisions/text-changes.ts';
import type { Annotation } from '#domain/xfdf/annotation.ts';
import { runBounded } from './pdf-process.ts';

const script = new URL('./follow-version-process.ts', import.meta.url);
const bounds = { heapMegabytesMax: 768, timeMsMax: 60_000 };

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
  const { printed, code } = await runBounded({ script, args, ...bounds, input: JSON.stringify(revision) });
  if (code !== 0) throw new Error(`Two versions of a paper could not be compared (${code}).`);
  return JSON.parse(String(printed));
}
