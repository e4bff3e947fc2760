import type { ActionItem } from '#contract/action-items.ts';
import { Rows } from '#web/ui/rows/rows.tsx';
import { ActionRow } from './action-row.tsx';

interface ActionRowsProps {
  readonly label: string;
  readonly items: readonly ActionItem[];
  /** In the board's zone. */
  readonly today: string;
}

/** Of one meeting, which is not named. */
export function ActionRows({ label, items, today }: ActionRowsProps) {
  return (
    <Rows label={label}>
      {items.map((item) => (
        <ActionRow key={item.id} item={item} today={today} place="" />
      ))}
    </Rows>
  );
}
