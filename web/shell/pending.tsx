import { boardOf, useStart } from '#web/api/start.ts';
import { ListSkeleton, MeetingSkeleton, PageSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** The shape of a page that is on its way. */
export function ShellPending() {
  return (
    <Page>
      <PageSkeleton />
    </Page>
  );
}

export function DashboardPending() {
  return (
    <Page>
      <PageHead title="Dashboard" />
      <MeetingSkeleton />
    </Page>
  );
}

export function BarePending() {
  const start = useStart();
  return (
    <AuthFrame wide board={start.face ?? boardOf(start)} title={start.settings.app_name}>
      <ListSkeleton rows={2} />
    </AuthFrame>
  );
}
