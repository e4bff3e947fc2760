import { isOpen, useBoard, useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';

/** Hides the profile tab if no board is open, because a profile belongs to a board. */
export function AccountTabs({ current }: { readonly current: 'account' | 'security' | 'profile' }) {
  const { user } = useStart();
  const board = useBoard();
  const slug = board !== null && isOpen(board) ? (user?.slug ?? null) : null;
  return (
    <LinkTabs
      label="Account"
      tabs={[
        { label: 'Account', href: paths.account(), isCurrent: current === 'account' },
        { label: 'Passkeys and devices', href: paths.accountSecurity(), isCurrent: current === 'security' },
        ...(slug === null
          ? []
          : [{ label: 'Profile', href: paths.personEdit(slug), isCurrent: current === 'profile' }]),
      ]}
    />
  );
}
