import { paths } from '#web/paths.ts';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';

interface PeopleTabsProps {
  readonly current: 'members' | 'interests';
}

export function PeopleTabs({ current }: PeopleTabsProps) {
  const tabs = [
    { label: 'Members', href: paths.people(), isCurrent: current === 'members' },
    { label: 'Interests', href: paths.interests(), isCurrent: current === 'interests' },
  ];
  return <LinkTabs label="People" tabs={tabs} />;
}
