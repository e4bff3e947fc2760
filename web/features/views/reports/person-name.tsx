import type { ReportPerson } from '#contract/reports.ts';
import { paths } from '#web/paths.ts';
import { useFollowLink } from '#web/shell/follow-link.ts';
import styles from './reports.module.css';

/** Somebody's name, which opens their page over this one; of those who are not plain members, what they are. */
export function PersonName({ person }: { readonly person: ReportPerson }) {
  const follow = useFollowLink();
  const standing = standingOf(person);
  return (
    <span className={styles.person}>
      {person.is_gone ? (
        person.name
      ) : (
        <a href={paths.person(person.slug)} onClick={follow}>
          {person.name}
        </a>
      )}
      {standing !== null && <span className="meta">{standing}</span>}
    </span>
  );
}

export function standingOf({ status, is_gone: isGone }: Pick<ReportPerson, 'status' | 'is_gone'>): string | null {
  if (isGone) return 'Left';
  if (status === 'active') return null;
  return status === 'invited' ? 'Pending' : 'Inactive';
}
