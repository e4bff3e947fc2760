import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from 'react-aria-components';
import type { ActionItem } from '#contract/action-items.ts';
import { actionStateLabels, daysLate, isEnded, isOverdue } from '#domain/action-items.ts';
import { actionLabels } from '#domain/messages/deciding.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import styles from './action-items.module.css';
import { dayText, placeText, weekdayText } from './action-labels.ts';

const ActionStateSelect = lazy(async () => ({
  default: (await import('./action-state-select.tsx')).ActionStateSelect,
}));
const ActionDialog = lazyPart(() => import('./action-dialog.tsx'), 'ActionDialog');

interface ActionRowProps {
  readonly item: ActionItem;
  readonly today: string;
  readonly place?: string | undefined;
}

export function ActionRow({ item, today, place = placeText(item) }: ActionRowProps) {
  const [isOpen, setOpen] = useState(false);
  const late = isOverdue(item, today);
  return (
    <div className={clsx(styles.task, isEnded(item.state) && styles.over)}>
      <p className={clsx(styles.day, late && styles.late)}>
        <strong>
          <time dateTime={item.due_on}>{dayText(item.due_on, today)}</time>
        </strong>
        <span className="meta">
          {late ? actionLabels.daysLate(daysLate(item.due_on, today)) : weekdayText(item.due_on)}
        </span>
      </p>
      <div>
        <Button className={styles.title ?? ''} onPress={() => setOpen(true)}>
          {item.title}
        </Button>
        <p className={styles.meta}>
          {item.owner !== null && (
            <span className={styles.owner}>
              <Avatar id={item.owner.member_id} name={item.owner.name} pictureUrl={item.owner.img_url} size="s" />
              {item.owner.name}
            </span>
          )}
          {item.owner?.has_left && <strong>{actionLabels.hasLeft}</strong>}
          {place !== '' && <span>{place}</span>}
        </p>
      </div>
      <div className={styles.end}>
        <ActionStateChoice item={item} />
      </div>
      {isOpen && <ActionDialog id={item.id} onClose={() => setOpen(false)} />}
    </div>
  );
}

function ActionStateChoice({ item }: { readonly item: ActionItem }) {
  const text = (
    <p className={styles.state} data-state={item.state}>
      {item.state === 'done' && <Icon of={Check} size="s" />}
      {actionStateLabels[item.state]}
    </p>
  );
  if (item.can.states.length === 0 || item.state === 'done') return text;
  return (
    <Suspense fallback={text}>
      <ActionStateSelect item={item} />
    </Suspense>
  );
}

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
