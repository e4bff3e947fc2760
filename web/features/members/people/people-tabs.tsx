import { paths } from '#web/paths.ts';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';
import styles from './people.module.css';

export function PeopleTabs({ current }: { readonly current: 'members' | 'interests' }) {
  const tabs = [
    { label: 'Members', href: paths.people(), isCurrent: current === 'members' },
    { label: 'Interests', href: paths.interests(), isCurrent: current === 'interests' },
  ];
  return (
    <div className={styles.tabs}>
      <LinkTabs label="People" tabs={tabs} />
    </div>
  );
}
