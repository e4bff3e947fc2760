import { isOpen, useBoard, useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';

/** Without an open board there is no profile. */
export function AccountTabs({ current }: { readonly current: 'account' | 'security' }) {
  const { user } = useStart();
  const board = useBoard();
  const slug = board !== null && isOpen(board) ? (user?.slug ?? null) : null;
  return (
    <LinkTabs
      label="Account"
      tabs={[
        { label: 'Account', href: paths.account(), isCurrent: current === 'account' },
        { label: 'Passkeys and devices', href: paths.accountSecurity(), isCurrent: current === 'security' },
        ...(slug === null ? [] : [{ label: 'Profile', href: paths.personEdit(slug), isCurrent: false }]),
      ]}
    />
  );
}
