import { useQuery } from '@tanstack/react-query';
import { listResolutions } from '#contract/resolutions.ts';
import { resolutionMessages } from '#domain/messages/resolutions.ts';
import { queryFor } from '#web/api/queries.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

interface CirculatingNoticeProps {
  /** Of these groups alone; else of all bodies. */
  readonly groupIds?: readonly string[];
}

/** For whoever is about to change who is on the board or in a group: what circulates begins anew where others vote then. Else nothing. */
export function CirculatingNotice({ groupIds }: CirculatingNoticeProps) {
  const { data } = useQuery({ ...queryFor(listResolutions, { query: {} }), throwOnError: false });
  const circulating = (data?.open ?? []).filter(
    // A group's body has its id.
    ({ state, body }) => state === 'circulating' && (groupIds === undefined || groupIds.includes(body.id)),
  );
  if (circulating.length === 0) return null;
  return <Notice tone="caution">{resolutionMessages.beginsAnew(circulating.map(({ title }) => title))}</Notice>;
}
