import type { ListedPerson } from '#contract/people.ts';
import { Badge } from '#web/ui/rows/badge.tsx';
import styles from './people.module.css';

export function PersonBadges({ person }: { readonly person: ListedPerson }) {
  const isPlain = person.status === 'active' && !person.is_board_admin && person.groups.length === 0;
  if (isPlain) return null;
  return (
    <span className={styles.badges}>
      {person.groups.map((group) => (
        <Badge key={group.id}>{group.name}</Badge>
      ))}
      {person.is_board_admin && <Badge tone="line">Board admin</Badge>}
      {person.status === 'invited' && <Badge tone="caution">Invited</Badge>}
      {person.status === 'inactive' && <Badge tone="line">Inactive</Badge>}
    </span>
  );
}
