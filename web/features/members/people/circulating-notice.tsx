import { useQuery } from '@tanstack/react-query';
import { listResolutions } from '#contract/resolutions.ts';
import { resolutionMessages } from '#domain/messages/resolutions.ts';
import { queryFor } from '#web/api/queries.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

interface CirculatingNoticeProps {
  /** Those in which others may vote afterwards; a group's body has its id, the whole board's that of the board. */
  readonly bodyIds: readonly string[];
}

/** For whoever is about to change who is on the board or in a group: what circulates begins anew where others vote then. Else nothing. */
export function CirculatingNotice({ bodyIds }: CirculatingNoticeProps) {
  const { data } = useQuery({ ...queryFor(listResolutions, { query: {} }), throwOnError: false });
  const circulating = (data?.open ?? []).filter(
    ({ state, body }) => state === 'circulating' && bodyIds.includes(body.id),
  );
  if (circulating.length === 0) return null;
  return <Notice tone="caution">{resolutionMessages.beginsAnew(circulating.map(({ title }) => title))}</Notice>;
}
