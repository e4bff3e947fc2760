import { useSuspenseQuery } from '@tanstack/react-query';
import { Globe, Monitor, Smartphone, Tablet } from 'lucide-react';
import { useState } from 'react';
import {
  type Device,
  endDeviceTrust,
  forgetDevice,
  listDevices,
  signOutDevice,
  signOutOthers,
} from '#contract/devices.ts';
import { formatDate, formatDocumentTime } from '#domain/dates.ts';
import type { DeviceKind } from '#domain/devices.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import type { IconType } from '#web/ui/icon.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import { MenuItem } from '#web/ui/overlays/menu.tsx';
import { RowMenu } from '#web/ui/overlays/row-menu.tsx';
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

export function DevicesSection() {
  const { devices } = useSuspenseQuery(queryFor(listDevices)).data;
  const [forgetting, setForgetting] = useState<Device | null>(null);
  const endAll = useCall(signOutOthers, {
    invalidates: ['devices'],
    onSuccess: () => void showToast('Signed out everywhere else'),
  });
  return (
    <Section
      title="Devices"
      aside={
        devices.some(({ can }) => can.sign_out) && (
          <Button size="s" isPending={endAll.isPending} onPress={() => endAll.mutate({ body: {} })}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <Rows label="Devices">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} onForget={() => setForgetting(device)} />
        ))}
      </Rows>
      {forgetting !== null && (
        <ConfirmCall
          endpoint={forgetDevice}
          input={{ params: { id: forgetting.id } }}
          invalidates={['devices']}
          done="Device forgotten"
          onClose={() => setForgetting(null)}
          title={`Forget ${forgetting.name}?`}
          confirmLabel="Forget"
          danger
        >
          The device will be signed out. The next sign-in on it will require a code, and you will be notified by email.
        </ConfirmCall>
      )}
    </Section>
  );
}

function DeviceRow({ device, onForget }: { readonly device: Device; readonly onForget: () => void }) {
  const timeZone = useTimeZone();
  const { id, name, can } = device;
  const signOut = useCall(signOutDevice, { invalidates: ['devices'], onSuccess: () => void showToast('Signed out') });
  const endTrust = useCall(endDeviceTrust, {
    invalidates: ['devices'],
    onSuccess: () => void showToast('A code is required at the next sign-in on that device'),
  });
  const isTrusted = device.trusted_until !== null;
  return (
    <Setting
      icon={icons[device.kind]}
      title={name}
      meta={metaOf(device, timeZone)}
      action={
        <Cluster>
          {device.is_current && <Badge tone="positive">This device</Badge>}
          {can.sign_out && (
            <Button
              size="s"
              aria-label={`Sign out ${name}`}
              isPending={signOut.isPending}
              onPress={() => signOut.mutate({ params: { id }, body: {} })}
            >
              Sign out
            </Button>
          )}
          {(isTrusted || can.forget) && (
            <RowMenu aria-label={`More actions for ${name}`}>
              {() => (
                <>
                  {isTrusted && (
                    <MenuItem
                      label="Require a code at the next sign-in"
                      onAction={() => endTrust.mutate({ params: { id } })}
                    />
                  )}
                  {can.forget && <MenuItem label="Forget" onAction={onForget} />}
                </>
              )}
            </RowMenu>
          )}
        </Cluster>
      }
    />
  );
}

function metaOf(device: Device, timeZone: string): string {
  const seen = formatDocumentTime(device.last_seen_at, timeZone);
  const when = device.is_current ? 'Now' : `${device.is_signed_in ? 'Last seen' : 'Signed out, last seen'} ${seen}`;
  const where = device.address === null ? '' : `, from ${device.address}`;
  const until = device.trusted_until;
  return `${when}${where}.${until === null ? '' : ` No code needed until ${formatDate(until, timeZone)}.`}`;
}
