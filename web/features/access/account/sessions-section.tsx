import { Globe, Monitor, Smartphone, Tablet } from 'lucide-react';
import { type AccountSession, endOtherSessions, endSession } from '#contract/account.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import type { DeviceKind } from '#domain/device-words.ts';
import { useCall } from '#web/api/mutations.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import type { IconType } from '#web/ui/icon.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { Setting } from '#web/ui/rows/setting.tsx';

const icons: Readonly<Record<DeviceKind, IconType>> = {
  computer: Monitor,
  phone: Smartphone,
  tablet: Tablet,
  other: Globe,
};

export function SessionsSection({ sessions }: { readonly sessions: readonly AccountSession[] }) {
  const timeZone = useTimeZone();
  const endAll = useCall(endOtherSessions, {
    invalidates: ['account'],
    onSuccess: () => void showToast('Signed out everywhere else'),
  });
  const endOne = useCall(endSession, {
    invalidates: ['account'],
    onSuccess: () => void showToast('Signed out'),
  });
  const hasOthers = sessions.some((session) => !session.is_current);
  return (
    <Section
      title="Where you are signed in"
      aside={
        hasOthers && (
          <Button size="s" isPending={endAll.isPending} onPress={() => endAll.mutate({ body: {} })}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <Rows label="Browsers">
        {sessions.map((session) => (
          <Setting
            key={session.id}
            icon={icons[session.device]}
            title={session.name}
            meta={session.is_current ? 'Now' : `Last seen ${formatDocumentTime(session.last_seen_at, timeZone)}`}
            action={
              session.is_current ? (
                <Badge tone="positive">This one</Badge>
              ) : (
                <Button
                  size="s"
                  aria-label={`Sign out ${session.name}`}
                  onPress={() => endOne.mutate({ params: { id: session.id } })}
                >
                  Sign out
                </Button>
              )
            }
          />
        ))}
      </Rows>
    </Section>
  );
}
