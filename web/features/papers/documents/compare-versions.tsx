import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Document, type DocumentVersion, listVersions } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { compareVersions, getVersionAnnotations } from '#contract/reading.ts';
import { formatListDate } from '#domain/dates.ts';
import { revisionMessages } from '#domain/messages/annotations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useStart, useTimeZone } from '#web/api/start.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { viewedVersion } from './viewed-document.ts';

const CompareViewer = lazyPart(() => import('#web/viewer/changes/compare-viewer.tsx'), 'CompareViewer');

interface CompareVersionsProps {
  readonly document: Document;
  readonly fromId: string;
  readonly first?: { readonly id: string; readonly page: number } | null | undefined;
  readonly onClose: () => void;
}

/** Milliseconds between checks of whether the comparison is ready. */
const pauseMs = 1_500;

export const useComparison = (ids: { readonly id: string; readonly from_id: string; readonly to_id: string } | null) =>
  useQuery({
    ...queryFor(compareVersions, { params: ids ?? { id: '', from_id: '', to_id: '' } }),
    enabled: ids !== null,
    throwOnError: false,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? pauseMs : false),
  });

export function CompareVersions({ document, fromId, first, onClose }: CompareVersionsProps) {
  const { settings } = useStart();
  const timeZone = useTimeZone();
  const [chosen, setChosen] = useState({ fromId, toId: document.version_id ?? '' });
  const { id } = document;
  const { data: listed } = useQuery({
    ...queryFor(listVersions, { params: { id } }),
    staleTime: 0,
    throwOnError: false,
  });
  const { data: comparison, isError } = useComparison({ id, from_id: chosen.fromId, to_id: chosen.toId });
  const marks = useQuery({
    ...queryFor(getVersionAnnotations, { params: { id, version_id: chosen.fromId } }),
    gcTime: 0,
    throwOnError: false,
  });
  const versions = listed?.versions ?? [];
  const [from, to] = [chosen.fromId, chosen.toId].map((of) => versions.find((version) => version.id === of));
  if (from === undefined || to === undefined) return null;
  const labelOf = ({ number, created_at: at }: DocumentVersion) => `Version ${number}, ${formatListDate(at, timeZone)}`;
  const shown = (version: DocumentVersion) =>
    viewedVersion(document, version, { engine: settings.viewer_engine, timeZone });
  return (
    <CompareViewer
      title={document.title}
      versions={versions.map((version) => ({ value: version.id, label: labelOf(version) }))}
      fromId={from.id}
      toId={to.id}
      onChoose={setChosen}
      from={{ document: shown(from), label: labelOf(from) }}
      to={{ document: shown(to), label: labelOf(to) }}
      changes={comparison?.state === 'compared' ? comparison.changes : isSettled(comparison, isError) ? [] : null}
      status={isError ? revisionMessages.failed : statusOf(comparison)}
      xfdf={marks.data?.xfdf ?? null}
      first={chosen.fromId === fromId ? (first ?? null) : null}
      onClose={onClose}
    />
  );
}

type Comparison = AnswerOf<typeof compareVersions>;

const isSettled = (comparison: Comparison | undefined, isError: boolean): boolean =>
  isError || (comparison !== undefined && comparison.state !== 'waiting');

function statusOf(comparison: Comparison | undefined): string {
  if (comparison === undefined) return revisionMessages.waiting;
  switch (comparison.state) {
    case 'waiting':
    case 'unread':
      return revisionMessages[comparison.state];
    case 'most':
      return withPictures(revisionMessages.most, comparison);
    case 'compared':
      return withPictures(revisionMessages.changes(comparison.changes.length), comparison);
    default:
      return comparison satisfies never;
  }
}

export const withPictures = (sentence: string, { has_pictures: hasPictures }: { readonly has_pictures: boolean }) =>
  hasPictures ? `${sentence.replace(/(?<![.])$/u, '.')} ${revisionMessages.pictures}` : sentence;
