import type { ActionItem } from '#contract/action-items.ts';
import { Rows } from '#web/ui/rows/rows.tsx';
import { ActionRow } from './action-row.tsx';

interface ActionRowsProps {
  readonly label: string;
  readonly items: readonly ActionItem[];
  readonly today: string;
}

export function ActionRows({ label, items, today }: ActionRowsProps) {
  return (
    <Rows label={label}>
      {items.map((item) => (
        <ActionRow key={item.id} item={item} today={today} place="" />
      ))}
    </Rows>
  );
}
