import { useQuery } from '@tanstack/react-query';
import { type FilledItems, listFilledItems } from '#contract/meeting-minutes.ts';
import { fillingLines } from '#domain/minutes-sheet.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { MinutesLinks } from '#web/features/deciding/motions/minutes-links.tsx';
import styles from './filled-item.module.css';

interface FilledItemProps {
  readonly meetingId: string;
  readonly item: { readonly id: string };
}

export function FilledItem({ meetingId, item }: FilledItemProps) {
  const { data } = useQuery({
    ...queryFor(listFilledItems, { params: { id: meetingId } }),
    meta: { quiet: true },
  });
  const found = data?.items.find(({ agenda_item_id: of }) => of === item.id);
  return found === undefined ? null : <Filling filling={found.filling} />;
}

function Filling({ filling }: Pick<FilledItems['items'][number], 'filling'>) {
  const timeZone = useTimeZone();
  if (filling?.kind === 'minutes' && filling.of !== null) {
    return (
      <p className={styles.filled}>
        <MinutesLinks meetingId={filling.of.meeting_id} title={filling.of.title} />
      </p>
    );
  }
  const lines = fillingLines(filling, timeZone);
  if (lines.length === 0) return null;
  return (
    <ul className={styles.filled}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
