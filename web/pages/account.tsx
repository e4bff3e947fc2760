import { useRouter, useSearch } from '@tanstack/react-router';
import { AccountPage, SecurityPage } from '#web/features/access/account/account-page.tsx';
import { FeedsSection } from '#web/features/views/calendar/feeds-section.tsx';
import { SubscribeDialog } from '#web/features/views/calendar/subscribe-dialog.tsx';
import { paths } from '#web/paths.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const PapersOnDevices = lazyPart(
  () => import('#web/features/papers/kept-papers/devices-section.tsx'),
  'PapersOnDevices',
);

export function Account() {
  const { calendar, view } = useSearch({ from: '/shell/account' });
  const router = useRouter();
  const stopSubscribing = (): void =>
    void router.navigate({ href: paths.account(), replace: true, resetScroll: false });
  return (
    <>
      {view === 'security' ? (
        <SecurityPage papersOnDevices={<PapersOnDevices />} />
      ) : (
        <AccountPage calendarFeeds={<FeedsSection />} />
      )}
      <SubscribeDialog calendar={calendar} onClose={stopSubscribing} />
    </>
  );
}
