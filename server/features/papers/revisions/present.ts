import type { AnswerOf } from '#contract/endpoint.ts';
import type { getReading } from '#contract/reading.ts';
import { rootOf } from '#domain/revisions/place-marks.ts';
import type { Annotation } from '#domain/xfdf/annotation.ts';
import { shownAnnotations } from '#domain/xfdf/shown.ts';
import type { ResultOf } from '#server/db/page-statement.ts';
import { type earlierAnnotations, parseAnnotations } from '#server/features/papers/annotations/queries.ts';
import type { PlacedRow, versionReadBefore } from './queries.ts';

interface Earlier {
  readonly earlier: ResultOf<typeof earlierAnnotations>;
  readonly placed: PlacedRow | null;
  readonly readBefore: ResultOf<typeof versionReadBefore>;
  readonly canEdit: boolean;
}

/** Readers of a withdrawn version get only their own annotations on it. */
export function presentEarlier({
  earlier,
  placed,
  readBefore,
  canEdit,
}: Earlier): Pick<AnswerOf<typeof getReading>, 'earlier' | 'placed' | 'withdrawn_notes' | 'read_before'> {
  const parsed = earlier.map(({ version_id, xfdf, withdrawn }) => ({
    version_id,
    isClosed: withdrawn && !canEdit,
    annotations: parseAnnotations(xfdf)?.annotations ?? [],
  }));
  const cameAlong = new Set(placed?.came_along);
  const left = withoutMoved(parsed, cameAlong);
  const open = left.filter(({ isClosed, annotations }) => !isClosed && annotations.length > 0);
  const source = parsed.find(({ version_id }) => version_id === placed?.from_id);
  const stayed = marksOf(source?.annotations).filter(({ id }) => placed?.stayed.includes(id));
  const [first] = source?.isClosed ? [] : stayed;
  const isReadable = readBefore !== null && (canEdit || !readBefore.withdrawn);
  return {
    earlier: open.map(({ version_id, annotations }) => ({ version_id, annotations: annotations.length })),
    placed: placed && {
      from_id: placed.from_id,
      came_along: cameAlong.size,
      stayed: stayed.length,
      first: first === undefined ? null : { id: first.id, page: first.page + 1 },
    },
    withdrawn_notes: left
      .filter(({ isClosed }) => isClosed)
      .flatMap(({ annotations }) => marksOf(annotations))
      .map(({ page, contents = '' }) => ({ page: page + 1, contents })),
    read_before: isReadable ? { version_id: readBefore.id, at: readBefore.read_at.toISOString() } : null,
  };
}

function withoutMoved<Version extends { readonly annotations: readonly Annotation[] }>(
  versions: readonly Version[],
  cameAlong: ReadonlySet<string>,
): readonly Version[] {
  const later = new Set(cameAlong);
  return versions.map((version) => {
    const left = version.annotations.filter((mark) => !later.has(rootOf(mark, version.annotations)));
    for (const { id } of version.annotations) later.add(id);
    return { ...version, annotations: left };
  });
}

const marksOf = (annotations: readonly Annotation[] = []) =>
  shownAnnotations(annotations).toSorted((one, other) => one.page - other.page);
