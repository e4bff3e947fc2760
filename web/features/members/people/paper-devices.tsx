import { useQuery } from '@tanstack/react-query';
import { TabletSmartphone } from 'lucide-react';
import { useId } from 'react';
import { listPaperDevicesOf, type PaperDevice, removeKeptPapersOf } from '#contract/kept-papers.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { sizeText } from '#domain/documents.ts';
import { counted } from '#domain/text.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Setting } from '#web/ui/rows/setting.tsx';
import styles from './person.module.css';

export function PaperDevices({ memberId }: { readonly memberId: string }) {
  const titleId = useId();
  const { data } = useQuery(queryFor(listPaperDevicesOf, { params: { id: memberId } }));
  const remove = useCall(removeKeptPapersOf, { invalidates: ['keptPapers'] });
  if (data === undefined || data.devices.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h3 className={styles.title} id={titleId}>
        Papers on devices
      </h3>
      {data.devices.map((device) => (
        <PaperDeviceRow
          key={device.id}
          device={device}
          onRemove={() => remove.mutate({ params: { id: memberId, device_id: device.id }, body: {} })}
        />
      ))}
    </section>
  );
}

interface PaperDeviceRowProps {
  readonly device: PaperDevice;
  readonly board?: string;
  readonly onRemove: () => void;
}

export function PaperDeviceRow({ device, board, onRemove }: PaperDeviceRowProps) {
  const timeZone = useTimeZone();
  const isAsked = device.removal_asked_at !== null;
  const stored = `${board === undefined ? '' : `${board}: `}${counted(device.papers, 'paper')}, ${sizeText(device.byte_size)}.`;
  const contact = `connected ${formatDocumentTime(device.contact_at, timeZone)}.`;
  return (
    <Setting
      icon={TabletSmartphone}
      title={device.name}
      meta={`${stored} ${isAsked ? 'Will be removed when the device next connects. Last' : 'Last'} ${contact}`}
      hasLongAction
      action={
        !isAsked && (
          <Button size="s" aria-label={`Remove papers from this device: ${device.name}`} onPress={onRemove}>
            Remove papers from this device
          </Button>
        )
      }
    />
  );
}
